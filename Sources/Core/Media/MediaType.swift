/// The types that may be uploaded, detected from the bytes alone and never from a name or a header.
package enum MediaType: String, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case zip = "application/zip"

    /// The number of bytes needed to detect the type.
    package static let headSize = 12

    /// Nil if the first bytes are of no supported type.
    package init?(head: some Sequence<UInt8>) {
        let head = Array(head.prefix(Self.headSize))
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else if head.starts(with: "PK\u{03}\u{04}".utf8) {
            self = .zip
        } else {
            return nil
        }
    }

    package init?(fileExtension: some StringProtocol) {
        guard let type = Self.allCases.first(where: { $0.fileExtension == fileExtension }) else { return nil }
        self = type
    }

    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .zip: "zip"
        }
    }

    /// `archiveSizeMax` is the configured limit of the server.
    package func sizeMax(archiveSizeMax: Int = Limits.archiveSizeMax) -> Int {
        switch self {
        case .jpeg, .png, .webp: Limits.imageSizeMax
        case .zip: archiveSizeMax
        }
    }

    /// The size of an image in pixels; throws if the bytes are truncated, or too large to be opened safely.
    func inspect(_ bytes: ByteReader) throws -> ImageSize? {
        switch self {
        case .jpeg: return try ImageSize(jpeg: bytes)
        case .png: return try ImageSize(png: bytes)
        case .webp: return try ImageSize(webp: bytes)
        case .zip:
            try Archive.check(bytes)
            return nil
        }
    }
}

extension Problem {
    package static func tooLarge(_ type: MediaType?, archiveSizeMax: Int = Limits.archiveSizeMax) -> Problem {
        let megabytes = (type ?? .zip).sizeMax(archiveSizeMax: archiveSizeMax) >> 20
        return Problem(
            .tooLarge,
            Localized("Файл больше \(megabytes) МБ.", "The file is larger than \(megabytes) MB.")
        )
    }

    package static let unknownMediaType = Problem(
        .invalid,
        Localized(
            "Это не JPEG, PNG, WebP и не ZIP.",
            "The file is neither a JPEG, PNG or WebP image nor a ZIP archive."
        )
    )

    static func damaged(_ ru: String, _ en: String) -> Problem {
        Problem(.invalid, Localized("Файл не годится: \(ru).", "The file cannot be used: \(en)."))
    }
}
