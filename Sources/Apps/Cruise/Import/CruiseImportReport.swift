import Core

/// The outcome of an import, or of a trial of one: what is new and changed, and each row that was refused.
package struct CruiseImportReport: Sendable {
    /// Refused rows that are listed; all are counted.
    private static let refusalsMax = 1_000

    struct Counts: Sendable {
        var new = 0
        var changed = 0
    }

    struct Refusal: Sendable {
        let line: Int
        /// The id at the operator; empty if the row could not be read.
        let external: String
        let reason: Localized
    }

    let isTrial: Bool
    var rows = 0
    var new = 0
    var changed = 0
    var unchanged = 0
    private(set) var refused = 0
    private(set) var refusals: [Refusal] = []
    /// Entries of each content type, by its name.
    var entries: [String: Counts] = [:]

    init(isTrial: Bool) { self.isTrial = isTrial }

    mutating func refuse(_ line: Int, _ external: String, _ reason: Localized) {
        refused += 1
        note(line, external, reason)
    }

    /// A part of a row that was refused: an excursion, a cabin.
    mutating func note(_ line: Int, _ external: String, _ reason: Localized) {
        guard refusals.count < Self.refusalsMax else { return }
        refusals.append(Refusal(line: line, external: external, reason: reason))
    }

    var hasChanges: Bool { entries.values.contains { $0.new + $0.changed > 0 } }

    func json(in language: Language) -> JSON {
        let names = entries.sorted { $0.key < $1.key }
        return [
            "dry_run": .bool(isTrial), "rows": .integer(Int64(rows)),
            "summary": [
                "new": .integer(Int64(new)), "changed": .integer(Int64(changed)),
                "unchanged": .integer(Int64(unchanged)), "refused": .integer(Int64(refused)),
            ],
            "entries": .array(
                names.map { name, counts in
                    [
                        "type": .string(name), "new": .integer(Int64(counts.new)),
                        "changed": .integer(Int64(counts.changed)),
                    ]
                }
            ),
            "refusals": .array(
                refusals.map { refusal in
                    [
                        "line": .integer(Int64(refusal.line)), "id": .string(refusal.external),
                        "reason": .string(refusal.reason[language]),
                    ]
                }
            ),
        ]
    }
}

extension CruiseImportReport {
    /// A report as the admin API answers it.
    package struct Answer: JSONReadable {
        package struct Summary: JSONReadable {
            package let new, changed, unchanged, refused: Int64

            package init(json: JSON) throws(Fault) {
                new = try json.get("new")
                changed = try json.get("changed")
                unchanged = try json.get("unchanged")
                refused = try json.get("refused")
            }
        }

        package struct Refusal: JSONReadable {
            package let line: Int64
            package let id: String
            package let reason: String

            package init(json: JSON) throws(Fault) {
                line = try json.get("line")
                id = try json.get("id")
                reason = try json.get("reason")
            }
        }

        package let summary: Summary
        package let refusals: [Refusal]

        package init(json: JSON) throws(Fault) {
            summary = try json.get("summary")
            refusals = try json.get("refusals")
        }
    }
}
