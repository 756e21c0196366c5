/// The condition on a gateway's response for an accepted message: `200-299`, or `200 "status":\s*"OK"`.
package struct SMSSuccess: Sendable, Hashable {
    package static let standard = SMSSuccess(statuses: [200...299], pattern: nil)

    private let statuses: [ClosedRange<Int>]
    /// A regular expression that must match somewhere in the body.
    private let pattern: String?

    private init(statuses: [ClosedRange<Int>], pattern: String?) {
        self.statuses = statuses
        self.pattern = pattern
    }

    /// Parses statuses and ranges separated by commas, and after a space a regular expression.
    package init(_ text: String) throws(Fault) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        let statuses = (parts.first ?? "").split(separator: ",").map { part -> ClosedRange<Int>? in
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let low = ends.first ?? nil, let high = ends.last ?? nil, ends.count <= 2,
                100...599 ~= low, low...599 ~= high
            else { return nil }
            return low...high
        }
        guard !statuses.isEmpty, !statuses.contains(nil) else {
            throw Fault(
                "#/sms_success",
                "должна начинаться с кодов ответа, как 200-299",
                "must begin with statuses like 200-299"
            )
        }
        let pattern = parts.dropFirst().first.map { String($0) }
        guard pattern.map({ (try? Regex($0)) != nil }) ?? true else {
            throw Fault(
                "#/sms_success",
                "должна кончаться регулярным выражением",
                "must end with a regular expression"
            )
        }
        self.init(statuses: statuses.compactMap { $0 }, pattern: pattern)
    }

    /// `reason` is the gateway's own message, if there is one.
    func outcome(of answer: HTTPAnswer, reason: String?) -> OutboxResult.Outcome {
        let words = reason.map { Localized($0, $0) }
        guard statuses.contains(where: { $0 ~= answer.status }) else {
            let error =
                words
                ?? Localized(
                    "Шлюз ответил кодом \(answer.status).",
                    "The gateway answered \(answer.status)."
                )
            return Self.passing(answer.status) ? .again(error) : .failed(error)
        }
        guard let pattern else { return .sent }
        let body = String(decoding: answer.body, as: UTF8.self)
        guard let regex = try? Regex(pattern), body.firstMatch(of: regex) != nil else {
            return .again(
                words
                    ?? Localized(
                        "Шлюз ответил не так, как ожидалось.",
                        "The gateway gave an unexpected answer."
                    )
            )
        }
        return .sent
    }

    /// True for a status that a later attempt may not get.
    private static func passing(_ status: Int) -> Bool {
        switch status {
        case 408, 425, 429, 500...599: true
        case _: false
        }
    }
}
