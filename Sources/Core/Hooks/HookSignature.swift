import Storage

/// The signature that proves the origin, the integrity and the time of an event to its receiver.
package enum HookSignature {
    /// The value of `Vitrina-Signature`: the time in seconds, and for each secret the HMAC-SHA256 of `time.body`.
    package static func header(_ body: [UInt8], at: Timestamp, secrets: [String]) -> String {
        let signed = Array("\(at.seconds).".utf8) + body
        let signatures = secrets.map { "v1=" + Hex.encode(HMAC.sha256(signed, key: Array($0.utf8))) }
        return (["t=\(at.seconds)"] + signatures).joined(separator: ",")
    }
}
