import Core
import FoundationEssentials

/// A bundle from the server: a ZIP with uncompressed files (APPNOTE 6.3.3).
struct BundleArchive {
    struct Entry {
        let path: String
        let bytes: Range<Int>
    }

    private let data: Data
    let entries: [Entry]

    /// Reads the headers of the files, and checks that the archive is complete.
    init(_ file: String) throws(Failure) {
        guard let data = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe) else {
            throw Self.broken
        }
        var (entries, at) = ([Entry](), 0)
        while let signature = data.number(at: at, 4), signature == 0x0403_4B50 {
            guard let method = data.number(at: at + 8, 2), method == 0,
                let size = data.number(at: at + 18, 4), let nameSize = data.number(at: at + 26, 2),
                let extraSize = data.number(at: at + 28, 2)
            else { throw Self.broken }
            let start = at + 30 + nameSize + extraSize
            guard start + size <= data.count,
                let path = String(validating: data[at + 30..<at + 30 + nameSize], as: UTF8.self),
                Self.isWithin(path)
            else { throw Self.broken }
            entries.append(Entry(path: path, bytes: start..<start + size))
            at = start + size
        }
        // The central directory is written last: without its end the archive was cut off.
        guard data.count >= 22, data.number(at: data.count - 22, 4) == 0x0605_4B50,
            data.number(at: data.count - 12, 2) == entries.count
        else { throw Self.broken }
        (self.data, self.entries) = (data, entries)
    }

    /// Replaces a folder by the files, all or nothing.
    func unpack(to folder: String) throws(Failure) -> Int {
        let files = FileManager.default
        let (new, old) = ("\(folder).part", "\(folder).old")
        do {
            for leftover in [new, old] where files.fileExists(atPath: leftover) {
                try files.removeItem(atPath: leftover)
            }
            try files.createDirectory(atPath: new, withIntermediateDirectories: true)
            for entry in entries {
                let file = URL(filePath: new).appending(path: entry.path)
                try files.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try data[entry.bytes].write(to: file)
            }
            if files.fileExists(atPath: folder) { try files.moveItem(atPath: folder, toPath: old) }
            try files.moveItem(atPath: new, toPath: folder)
            try? files.removeItem(atPath: old)
        } catch {
            try? files.removeItem(atPath: new)
            throw Failure(
                .data,
                "unwritable",
                Localized("В \(folder) не записать.", "\(folder) cannot be written.")
            )
        }
        return entries.count
    }

    /// False for a path outside the folder.
    private static func isWithin(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.isEmpty && !path.contains("\\") && !path.contains("\0")
            && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }

    private static let broken = Failure(
        .tryAgain,
        "cut-off",
        Localized("Набор пришёл не целиком. Повторите.", "The bundle did not arrive whole. Try again.")
    )
}

extension Data {
    /// A number in little-endian order; nil if it is out of bounds.
    fileprivate func number(at offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= self.count else { return nil }
        return (0..<count).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
    }
}
