import Dispatch
import FoundationEssentials
import Glibc
import Storage

/// A directory of files that can be made again, in folders by the first two characters of their names.
///
/// Several servers may share it. Each counts what it adds; once that might be too much, the files that have not been used
/// for longest are deleted. Its functions block.
struct CacheFolder: Sendable {
    /// Seconds that a use counts for, so that not each one is a write.
    private static let useAge = 20

    let path: String
    private let sizeMax: Int
    /// Seconds after a use in which a file stays, because somebody may be about to open it.
    private let rest: Int
    /// The number of stored bytes at the last count of this server; nil before the first scan.
    private let size = Locked<Int?>(nil)

    init(path: String, sizeMax: Int, rest: Int = 0) {
        (self.path, self.sizeMax, self.rest) = (path, sizeMax, rest)
    }

    func path(of name: String) -> String { "\(path)/\(name.prefix(2))/\(name)" }

    /// The path of a new temporary file, from which `take` can move.
    func temporaryPath(_ random: RandomBytes) -> String {
        "\(path)/\(Self.temporaryPrefix)\(Hex.encode(random(8)))"
    }

    /// Makes the directory, and the folder of a file.
    func prepare(for name: String) throws {
        let folder = "\(path)/\(name.prefix(2))"
        guard access(folder, W_OK | X_OK) != 0 else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Moves a complete temporary file to its name; a failure leaves nothing behind.
    func take(_ temporary: String, as name: String, size count: Int) throws {
        guard rename(temporary, path(of: name)) == 0 else {
            let failure = FileError("rename", temporary)
            unlink(temporary)
            throw failure
        }
        let size = self.size.update { size in
            size = size.map { $0 + count }
            return size
        }
        if size.map({ $0 > sizeMax }) ?? true { tidy() }
    }

    /// The size of a file, which counts as used now; nil if there is none.
    func use(_ name: String) -> Int? {
        let path = path(of: name)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        if time(nil) - status.st_mtim.tv_sec > Self.useAge { utimes(path, nil) }
        return Int(status.st_size)
    }

    /// Deletes a file, if it is there.
    func remove(_ name: String) { unlink(path(of: name)) }

    /// The names of the files.
    var names: [String] {
        paths.compactMap { $0.split(separator: "/").last }.map { String($0) }
            .filter { !$0.hasPrefix(Self.temporaryPrefix) }
    }

    /// Counts the stored bytes, and deletes the oldest files until a quarter of the space is free.
    private func tidy() {
        var files: [(path: String, size: Int, time: Int)] = []
        for name in paths {
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append(("\(path)/\(name)", Int(status.st_size), status.st_mtim.tv_sec))
        }
        var total = files.reduce(0) { $0 + $1.size }
        if total > sizeMax {
            let border = time(nil) - rest
            for file in files.sorted(by: { $0.time < $1.time })
            where total > sizeMax / 4 * 3 && (rest == 0 || file.time < border) {
                unlink(file.path)
                total -= file.size
            }
        }
        size.update { [total] in $0 = total }
    }

    /// The files of the directory and of the folders in it, by their paths from there.
    private var paths: [String] {
        let files = FileManager.default
        let top = (try? files.contentsOfDirectory(atPath: path)) ?? []
        return top
            + top.flatMap { folder in
                let inner = (try? files.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
                return inner.map { "\(folder)/\($0)" }
            }
    }

    private static let temporaryPrefix = ".new-"
}
