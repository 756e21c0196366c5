/// A span that has ended, as it is sent to a collector.
struct FinishedSpan: Sendable {
    /// The number of a failed status in OTLP.
    private static let failed: Int64 = 2

    let traceID: String
    let id: String
    /// The span around it, here or on the server of the caller; nil if there is none.
    let parent: String?
    let name: String
    let kind: TraceSpan.Kind
    /// Nanoseconds since 1970.
    let began: Int64
    let ended: Int64
    let attributes: [String: JSON]
    /// A short name of what went wrong; nil for a success.
    let error: String?

    /// The span in the JSON of OTLP: ids are hexadecimal, and numbers of 64 bits are strings.
    var json: JSON {
        var members: [String: JSON] = [
            "traceId": .string(traceID), "spanId": .string(id), "name": .string(name),
            "kind": .integer(kind.rawValue),
            "startTimeUnixNano": .string(String(began)), "endTimeUnixNano": .string(String(ended)),
        ]
        members["parentSpanId"] = parent.map { .string($0) }
        var attributes = attributes
        if let error {
            attributes["error.type"] = .string(error)
            members["status"] = ["code": .integer(Self.failed)]
        }
        members["attributes"] = Self.attributes(attributes)
        return .object(members)
    }

    /// The attributes in the JSON of OTLP; those that are null are left out.
    static func attributes(_ attributes: [String: JSON]) -> JSON {
        .array(
            attributes.sorted { $0.key < $1.key }.compactMap { name, value -> JSON? in
                guard let value = Self.value(value) else { return nil }
                return ["key": .string(name), "value": value]
            }
        )
    }

    private static func value(_ json: JSON) -> JSON? {
        switch json {
        case .null: nil
        case .bool: ["boolValue": json]
        case .integer(let number): ["intValue": .string(String(number))]
        case .string: ["stringValue": json]
        case .decimal, .array, .object: ["stringValue": .string(json.text)]
        }
    }
}
