import Core
import FoundationEssentials
import Glibc

/// The figures of this process, as Linux tells them in `/proc`.
enum ProcessFigures {
    /// The longest file of these.
    private static let fileSizeMax = 64 << 10

    static var families: [MetricFamily] {
        var families: [MetricFamily] = []
        func add(_ name: String, _ help: String, _ kind: MetricFamily.Kind, _ value: Double?) {
            if let value { families.append(MetricFamily("process_\(name)", help, kind, value)) }
        }
        let status = Status()
        add("cpu_seconds_total", "Time of the processor, of users and system.", .counter, status?.processor)
        add("resident_memory_bytes", "Memory in use.", .gauge, status?.memory)
        add("virtual_memory_bytes", "Address space.", .gauge, status?.addresses)
        add("threads", "Threads.", .gauge, status?.threads)
        add("start_time_seconds", "When the process began, since 1970.", .gauge, status?.start)
        add("open_fds", "Open files and connections.", .gauge, openFiles)
        add("max_fds", "The most files and connections that may be open.", .gauge, openFilesMax)
        return families
    }

    /// The parts of `/proc/self/stat` that are served.
    private struct Status {
        let processor: Double
        let memory: Double
        let addresses: Double
        let threads: Double
        let start: Double?

        init?() {
            guard let text = ProcessFigures.text(of: "/proc/self/stat"),
                let end = text.lastIndex(of: ")")
            else { return nil }
            // The name of the program, in parentheses, may have spaces; the third field follows it.
            let fields = text[end...].dropFirst().split(separator: " ").map { Double($0) ?? 0 }
            guard fields.count > 21 else { return nil }
            let tick = Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))
            processor = (fields[11] + fields[12]) / tick
            threads = fields[17]
            addresses = fields[20]
            memory = fields[21] * Double(max(sysconf(Int32(_SC_PAGESIZE)), 1))
            start = ProcessFigures.bootTime.map { $0 + fields[19] / tick }
        }
    }

    /// The start of the machine, in seconds since 1970.
    private static var bootTime: Double? {
        let line = text(of: "/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Double($0.dropFirst("btime ".count)) }
    }

    private static var openFiles: Double? {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        // The directory itself is open while it is read.
        return names.map { Double($0.count - 1) }
    }

    private static var openFilesMax: Double? {
        let lines = text(of: "/proc/self/limits")?.split(separator: "\n")
        let line = lines?.first { $0.hasPrefix("Max open files") }
        return line?.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
    }

    private static func text(of path: String) -> String? {
        guard let file = OpenFile(reading: path), let bytes = try? file.read(upTo: fileSizeMax) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
