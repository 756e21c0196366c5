/// Writes metrics in the text format of Prometheus, version 0.0.4.
struct PrometheusText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var bytes: [UInt8] = []

    init(_ families: [MetricFamily]) {
        bytes.reserveCapacity(32 << 10)
        for family in families.merged where !family.samples.isEmpty { write(family) }
    }

    private mutating func write(_ family: MetricFamily) {
        add("# HELP \(family.name) \(Self.escaped(family.help, quotes: false))\n")
        add("# TYPE \(family.name) \(family.kind.rawValue)\n")
        for sample in family.samples {
            let labels = Self.text(of: sample.labels)
            add("\(family.name)\(sample.suffix)\(labels) \(Self.number(sample.value))\n")
        }
    }

    private static func text(of labels: [MetricFamily.Label]) -> String {
        guard !labels.isEmpty else { return "" }
        let parts = labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
        return "{\(parts.joined(separator: ","))}"
    }

    /// By bytes, because CR LF is one character of a text.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes.append(contentsOf: Array("\\\\".utf8))
            case UInt8(ascii: "\n"): bytes.append(contentsOf: Array("\\n".utf8))
            case UInt8(ascii: "\"") where quotes: bytes.append(contentsOf: Array("\\\"".utf8))
            case _: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A whole number without a fraction; what is not finite as Prometheus spells it.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        guard value.isFinite else { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { String($0) } ?? "\(value)"
    }

    private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
