import Testing

/// The text of metrics, read by the rules of the format.
struct MetricsText {
    /// The values by the name and the labels as written: `name{label="value"}`.
    private(set) var samples: [String: Double] = [:]
    /// The type of each metric, by its name.
    private(set) var types: [String: String] = [:]

    init(_ text: String) throws {
        try #require(text.hasSuffix("\n"))
        for line in text.split(separator: "\n") { try read(line) }
    }

    private mutating func read(_ line: Substring) throws {
        if line.wholeMatch(of: #/[#] HELP [a-zA-Z_:][a-zA-Z0-9_:]* .*/#) != nil { return }
        if let match = line.wholeMatch(of: #/[#] TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)/#) {
            let former = types.updateValue(String(match.output.2), forKey: String(match.output.1))
            return try #require(former == nil, "\(line) comes twice")
        }
        let sample = #/([a-zA-Z_:][a-zA-Z0-9_:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\]|\\.)*",?)+\})?) (\S+)/#
        let match = try #require(line.wholeMatch(of: sample), "\(line) is no sample")
        let number = match.output.2 == "+Inf" ? "inf" : String(match.output.2)
        let value = try #require(Double(number), "\(line) has no number")
        let former = samples.updateValue(value, forKey: String(match.output.1))
        try #require(former == nil, "\(line) comes twice")
    }

    subscript(name: String) -> Double? { samples[name] }
}
