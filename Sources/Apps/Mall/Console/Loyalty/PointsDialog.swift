import Core
import Hummingbird
import Web

/// The dialog in which staff give points or take them: the template `points-dialog`, under the name `points`.
///
/// Any page about one person can show it; it is sent to `/people/{id}/points`, and then goes back to that page.
struct PointsDialog {
    let id: String
    let name: String
    let balance: Int64
    let isErased: Bool
    /// The page that it stands on.
    let back: String
    var form = Form([])
    var problem: Problem?
    var isOpen = false

    /// Nil where the person who looks may not do it, or there is nobody to do it to.
    func json(_ context: ConsoleContext) -> JSON {
        guard context.author.may(.correctPoints), !isErased else { return .null }
        return [
            "id": .string(id), "action": .string("/people/\(id)/points"), "back": .string(back),
            "name": .string(name),
            "balance": .integer(balance), "balance_text": .string(RecordCell.grouped(balance)),
            "amount": .string(form["points"] ?? "100"), "reason": .string(form["reason"] ?? ""),
            "is_taking": .bool(form["dir"] == "take"), "is_open": .bool(isOpen || problem != nil),
            "fault": .string(problem?.words(at: "#/change", context.language) ?? ""),
            "reason_fault": .string(problem?.words(at: "#/reason", context.language) ?? ""),
        ]
    }

    /// What the form asks for, signed; 0 where it is no number.
    static func change(_ form: Form) -> Int64 {
        let digits = (form["points"] ?? "").filter { !$0.isWhitespace }
        guard digits.count <= 9, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let points = Int64(digits)
        else {
            return 0
        }
        return form["dir"] == "take" ? -points : points
    }
}
