import FoundationEssentials
import Storage

/// The period of an agenda, and the page.
package struct AgendaQuery: Sendable {
    package let from: Timestamp
    package let until: Timestamp
    package let limit: Int
    let cursor: Cursor?

    /// The position of one agenda entry in the order of all of them.
    struct Cursor: Sendable, Hashable {
        let at: Timestamp
        let source: Agenda.Source
        let id: String

        var text: String {
            let json: JSON = [.string(at.description), .integer(Int64(source.rawValue)), .string(id)]
            return Data(json.bytes).base64EncodedString()
        }

        init(at: Timestamp, source: Agenda.Source, id: String) {
            (self.at, self.source, self.id) = (at, source, id)
        }

        init?(_ text: String) {
            guard text.utf8.count <= Limits.cursorLengthMax, let data = Data(base64Encoded: text),
                let json = try? JSON(parsing: data), case .array(let parts) = json, parts.count == 3,
                let at = parts[0].string.flatMap({ Timestamp($0) }),
                let source = parts[1].integer.flatMap({ Int(exactly: $0) }).flatMap({
                    Agenda.Source(rawValue: $0)
                }),
                let id = parts[2].string.flatMap({ Identifier.normalized($0) })
            else { return nil }
            self.init(at: at, source: source, id: id)
        }
    }

    /// A period of `days`, or between two moments; throws every fault at once.
    package init(
        days: Int? = nil,
        from: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int = Limits.pageSizeMax,
        cursor: String? = nil,
        at now: Timestamp
    ) throws(Problem) {
        var faults: [Fault] = []
        func check(_ name: String, _ isRight: Bool, _ ru: String, _ en: String) {
            if !isRight { faults.append(Fault("#/\(name)", ru, en)) }
        }
        let known = cursor.map { Cursor($0) }
        check("cursor", known != .some(nil), "неверная метка страницы", "is not a cursor of this list")
        check("days", days == nil || until == nil, "вместе с until не нужно", "must not stand beside until")
        // The past is history; the agenda begins now.
        let start = max(from ?? now, now)
        let span = Duration.seconds(Int64(days ?? Limits.agendaDaysDefault) * 86_400)
        let end = until ?? start.advanced(by: span)
        let latest = start.advanced(by: .seconds(Int64(Limits.agendaDaysMax) * 86_400))
        check("until", start < end, "раньше начала", "must be after from, and in the future")
        check("until", end <= latest, "дальше года от начала", "must be within a year of from")
        guard faults.isEmpty else { throw .invalid(faults) }
        (self.from, self.until, self.limit, self.cursor) = (start, end, limit, known ?? nil)
    }
}
