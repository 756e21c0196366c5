import Core
import FoundationEssentials
import Glibc

/// The files of one feed, in a ZIP archive or in a folder.
struct FeedFiles {
    private enum Place {
        case folder(String)
        case archive(ZIPArchive, [String: ZIPEntry])
    }

    /// Without folders, sorted.
    let names: [String]
    private let sizes: [String: Int]
    private let place: Place

    /// A file that every feed has: its folder is that of the feed.
    private static let landmark = "stops.txt"

    /// Throws a `FeedFault` for a damaged archive or a limit, a `Problem` if the file cannot be read.
    init(path: String, limits: FeedLimits) throws {
        var isFolder = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
            try self.init(folder: path, limits: limits)
        } else {
            try self.init(archive: path, limits: limits)
        }
    }

    private init(folder: String, limits: FeedLimits) throws {
        let found = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard found.count <= limits.filesMax else {
            throw FeedFault(.tooManyFiles(max: limits.filesMax), file: folder)
        }
        var sizes: [String: Int] = [:]
        for name in found {
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            sizes[name] = Int(status.st_size)
        }
        names = sizes.keys.sorted()
        self.sizes = sizes
        place = .folder(folder)
    }

    private init(archive path: String, limits: FeedLimits) throws {
        let archive = try ZIPArchive(path: path, limits: limits)
        let files = archive.entries.filter { !$0.isFolder && !$0.name.hasPrefix("__MACOSX/") }
        let folder = try Self.folder(of: files, in: path)
        var entries: [String: ZIPEntry] = [:]
        for entry in files where entry.name.hasPrefix(folder) {
            let name = String(entry.name.dropFirst(folder.count))
            guard !name.isEmpty, !name.contains("/") else { continue }
            guard entries.updateValue(entry, forKey: name) == nil else {
                throw FeedFault(.brokenArchive, file: name)
            }
        }
        names = entries.keys.sorted()
        sizes = entries.mapValues(\.unpackedSize)
        place = .archive(archive, entries)
    }

    /// The path that the feed's files have in common, with its slash.
    private static func folder(of entries: [ZIPEntry], in path: String) throws(FeedFault) -> String {
        let folders = entries.map(\.name).filter { $0 == landmark || $0.hasSuffix("/" + landmark) }
            .map { String($0.dropLast(landmark.count)) }
        if folders.isEmpty || folders.contains("") { return "" }
        guard folders.count == 1 else {
            throw FeedFault(.severalFeeds, file: String(path.split(separator: "/").last ?? ""))
        }
        return folders[0]
    }

    /// Bytes of these files once they are unpacked; a fault where that is too much.
    func size(of wanted: [String], limits: FeedLimits) throws(FeedFault) -> Int {
        var all = 0
        for name in wanted {
            guard let size = sizes[name] else { continue }
            guard size <= limits.unpackedSizeMax - all else {
                throw FeedFault(.tooLarge(max: limits.unpackedSizeMax), file: name)
            }
            all += size
            guard case .archive(_, let entries) = place, let entry = entries[name] else { continue }
            // A quotient, because the product of two numbers of a file may be too large.
            guard size <= limits.unpackedSizeSmall || size / limits.unpackedRatioMax <= entry.packedSize
            else { throw FeedFault(.tooDense(max: limits.unpackedRatioMax), file: name) }
        }
        return all
    }

    /// Nil if there is no such file.
    func open(_ name: String) throws -> (any FeedFile)? {
        switch place {
        case .folder(let folder):
            guard sizes[name] != nil else { return nil }
            return try PlainFile(path: "\(folder)/\(name)")
        case .archive(let archive, let entries):
            guard let entry = entries[name] else { return nil }
            return try archive.open(entry, as: name)
        }
    }
}
