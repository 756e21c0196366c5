import Core
import Storage

/// A review of a row; it waits for approval as a draft.
struct OperatorReview: Sendable {
    let key: String
    let fields: [String: JSON]

    /// Nil without an author or a text.
    init?(_ row: OperatorRow) {
        guard let author = row.text("author", "review_name"), let text = row.text("text", "review_text")
        else {
            return nil
        }
        let plain = RichText.plain(text)
        guard !plain.isEmpty else { return nil }
        key = String(SHA256.hex("\(author)|\(plain)".utf8).prefix(32))
        let rate = min(max(row.integer("rate", "rating") ?? 5, 1), 5)
        var fields: [String: JSON] = [
            "name": .string(String(author.prefix(100))), "rating": .integer(rate),
            "text": ["ru": .string(String(plain.prefix(5_000)))],
        ]
        if let moment = row.text("date").flatMap({ OperatorDates.moment($0) }) {
            fields["date"] = .string(CruiseTerm.date(of: moment).description)
        }
        if let work = row.text("review_work") { fields["occupation"] = .string(String(work.prefix(200))) }
        self.fields = fields
    }
}
