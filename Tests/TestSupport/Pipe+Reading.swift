import Foundation

extension Pipe {
    /// Reads the available bytes, at least one; empty at the end.
    ///
    /// Foundation's own `availableData` crashes if a signal interrupts the wait.
    package func next() -> Data {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(fileHandleForReading.fileDescriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            return Data(bytes.prefix(max(0, count)))
        }
    }

    /// Reads text up to the end of its first line, or what there is if the writer ends before it.
    ///
    /// A line may arrive in pieces. The writer says no more before it is answered.
    package func line() -> String {
        var all = Data()
        while all.last != UInt8(ascii: "\n"), case let bytes = next(), !bytes.isEmpty { all += bytes }
        return String(decoding: all, as: UTF8.self)
    }

    /// Reads everything until the end.
    package func rest() -> Data {
        var all = Data()
        while case let bytes = next(), !bytes.isEmpty { all += bytes }
        return all
    }
}
