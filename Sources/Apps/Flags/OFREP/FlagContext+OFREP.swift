import Core
import Flags
import Storage
import Web

extension FlagContext {
    /// Parses the context of a provider; it may be absent (remote-config.md 6.14, R86).
    init(ofrep body: JSON, at now: Timestamp) throws(OFREPFault) {
        self.init(now: now)
        guard let member = body["context"], member != .null else { return }
        guard let context = member.object else {
            throw OFREPFault(.context, "The context must be an object.")
        }
        instanceID = try Self.text("targetingKey", context)
        appID = try Self.text("appId", context)
        appVersion = try Self.text("appVersion", context)
        country = try Self.text("country", context)
        language = try Self.text("language", context)
        platform = try Self.text("platform", context).flatMap { Platform(rawValue: $0.lowercased()) }
        signals = context.filter { !Self.own.contains($0.key) }.compactMapValues { $0.plainText }
        do throws(Problem) {
            try requireSignals()
        } catch {
            throw OFREPFault(.context, "The context \(error.faults.first?.detail.en ?? "is too large").")
        }
    }

    private static let own: Set = ["targetingKey", "appId", "appVersion", "country", "language", "platform"]

    /// A version may be sent as a number.
    private static func text(_ name: String, _ context: [String: JSON]) throws(OFREPFault) -> String? {
        guard let member = context[name], member != .null else { return nil }
        guard let text = member.plainText, text.utf8.count <= Limits.flagSignalLengthMax else {
            throw OFREPFault(.context, "The context must have a text of at most 500 bytes as \(name).")
        }
        return text.isEmpty ? nil : text
    }
}
