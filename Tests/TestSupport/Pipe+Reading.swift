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

    /// Reads everything until the end.
    package func rest() -> Data {
        var all = Data()
        while case let bytes = next(), !bytes.isEmpty { all += bytes }
        return all
    }
}
