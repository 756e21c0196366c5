import Core
import Storage
import Web

/// The stories that an app ships with: their JSON, and their pictures in every size.
///
/// It is made of published entries alone, so equal entries give equal bytes.
struct StoryBundle: Sendable {
    /// The maximum number of stories and pages of one bundle.
    private static let groupsMax = 100
    package static let pagesMax = 500
    /// The largest size of a bundle, in bytes.
    private static let sizeMax = 512 << 20

    /// The layout of the files.
    enum Form: String, Sendable, CaseIterable {
        /// An Xcode asset catalogue, and an Xcode folder for each language.
        case ios
        /// A folder of pictures, and a folder for each language.
        case plain
    }

    struct Options: Sendable {
        var form = Form.ios
        /// Nil for all languages.
        var language: Language?
        /// Nil for now.
        var at: Timestamp?
    }

    /// A picture of the bundle in each of its sizes.
    private struct Picture {
        /// The name of the files: `group-3`, `page-17`.
        let name: String
        /// The subject, for messages about the picture.
        let subject: Localized
        let upload: String
        let width: Int
        let height: Int
    }

    let options: Options
    private let stories: [StoryShelf.Story]
    private let media: MediaStore

    /// Throws if there are more stories than an app could ship with.
    init(_ options: Options, live: LiveState, now: Timestamp, media: MediaStore) throws(Problem) {
        (self.options, self.media) = (options, media)
        stories = StoryShelf(live: live, now: options.at ?? now).stories
        let pages = stories.reduce(0) { $0 + $1.pages.count }
        guard stories.count <= Self.groupsMax, pages <= Self.pagesMax else {
            throw Problem(
                .conflict,
                Localized(
                    "Сторис \(stories.count), страниц \(pages): в набор помещается до "
                        + "\(Self.groupsMax) и \(Self.pagesMax).",
                    "There are \(stories.count) stories with \(pages) pages; a bundle has room for "
                        + "\(Self.groupsMax) and \(Self.pagesMax)."
                )
            )
        }
    }

    /// Writes the archive in pieces; one picture at a time is in memory.
    func zip(_ write: ([UInt8]) async throws -> Void) async throws {
        var (zip, size) = (ZIPWriter(), 0)
        func add(_ path: String, _ bytes: [UInt8]) async throws {
            size += bytes.count
            guard size <= Self.sizeMax else { throw Self.tooLarge }
            try await write(try zip.file(path, bytes))
        }
        for file in texts { try await add(file.path, file.bytes) }
        for picture in pictures {
            if options.form == .ios {
                try await add("\(folder(of: picture))Contents.json", Self.contents(of: picture.name))
            }
            for (scale, bytes) in Swift.zip(StoryScreen.scales, try await files(of: picture)) {
                try await add(folder(of: picture) + Self.file(picture.name, scale), bytes)
            }
        }
        try await write(zip.end())
    }

    private func files(of picture: Picture) async throws -> [[UInt8]] {
        let cuts = StoryScreen.scales.compactMap {
            ImageCut(width: picture.width, height: picture.height, scale: $0)
        }
        do {
            return try await media.cuts(cuts, of: picture.upload)
        } catch let problem as Problem where [.notFound, .invalid].contains(problem.kind) {
            throw Problem(
                .conflict,
                Localized(
                    "Картинку \(picture.subject[.ru]) не прочитать: загрузите её заново.",
                    "The picture of \(picture.subject[.en]) cannot be read: upload it again."
                )
            )
        }
    }

    // MARK: Texts

    private var texts: [(path: String, bytes: [UInt8])] {
        let languages =
            options.language.map { [$0] } ?? Language.allCases.sorted { $0.rawValue < $1.rawValue }
        var files = languages.map { (path: path(of: $0), bytes: json(in: $0)) }
        if options.form == .ios { files.append(("\(Self.catalogue)/Contents.json", Self.catalogueContents)) }
        return files
    }

    private func path(of language: Language) -> String {
        switch (options.language, options.form) {
        case (_?, _): "stories.json"
        case (nil, .ios): "\(language.rawValue).lproj/stories.json"
        case (nil, .plain): "\(language.rawValue)/stories.json"
        }
    }

    private func json(in language: Language) -> [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        writer.stories(stories, language) { content, field in
            guard content.string(field) != nil else { return "" }
            let name = Self.name(of: content)
            return options.form == .ios ? name : "images/\(Self.file(name, 1))"
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    // MARK: Pictures

    private static let catalogue = "Stories.xcassets"

    private var pictures: [Picture] {
        stories.flatMap { story -> [Picture] in
            let preview = picture(
                story.group,
                "preview_image",
                StoryScreen.previewWidth,
                StoryScreen.previewHeight
            )
            let pages = story.pages.map {
                picture($0, "image", StoryScreen.pageWidth, StoryScreen.pageHeight)
            }
            return ([preview] + pages).compactMap { $0 }
        }
    }

    private func picture(_ content: LiveContent, _ field: String, _ width: Int, _ height: Int) -> Picture? {
        content.string(field).map {
            Picture(
                name: Self.name(of: content),
                subject: Self.subject(content),
                upload: $0,
                width: width,
                height: height
            )
        }
    }

    private static func subject(_ content: LiveContent) -> Localized {
        let (ru, en) = (content.text("title", .ru), content.text("title", .en))
        return content.type == StoryGroups.type.name
            ? Localized("сторис «\(ru)»", "the story “\(en)”")
            : Localized("страницы «\(ru)»", "the page “\(en)”")
    }

    /// Numbers never change, so the names of pictures are stable.
    private static func name(of content: LiveContent) -> String {
        let kind = content.type == StoryGroups.type.name ? "group" : "page"
        return "story-\(kind)-\(content.number ?? 0)"
    }

    private func folder(of picture: Picture) -> String {
        switch options.form {
        case .ios: "\(Self.catalogue)/\(picture.name).imageset/"
        case .plain: "images/"
        }
    }

    /// `story-page-3.jpg`, `story-page-3@2x.jpg`.
    private static func file(_ name: String, _ scale: Int) -> String {
        scale == 1 ? "\(name).jpg" : "\(name)@\(scale)x.jpg"
    }

    private static var catalogueContents: [UInt8] { JSON.object(["info": info]).bytes }
    private static let info: JSON = ["author": "xcode", "version": 1]

    private static func contents(of name: String) -> [UInt8] {
        let images = StoryScreen.scales.map { scale -> JSON in
            [
                "filename": .string(file(name, scale)), "idiom": "universal",
                "scale": .string("\(scale)x"),
            ]
        }
        return JSON.object(["images": .array(images), "info": info]).bytes
    }

    private static let tooLarge = Problem(
        .tooLarge,
        Localized(
            "Набор больше \(Self.sizeMax >> 20) МиБ.",
            "The bundle is over \(Self.sizeMax >> 20) MiB."
        )
    )
}
