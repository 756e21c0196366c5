import Core
import Hummingbird
import Web

/// The dialog that corrects a balance: the template `points-dialog`, under the name `points`.
///
/// Any page about one user can show it; it posts to `/people/{id}/points` and returns to that page.
struct PointsDialog {
    let id: String
    /// The account: `GET /mall/users/{id}/points`.
    let account: JSON
    /// The page of the dialog.
    let back: String
    var form = Form([])
    var problem: Problem?
    var isOpen = false

    /// Null without the right to correct, or for an erased user.
    func json(_ context: ConsoleContext) -> JSON {
        guard context.author.may(.correctPoints), account["user"]?["is_erased"]?.bool == false else {
            return .null
        }
        let balance = account["balance"]?.integer ?? 0
        return [
            "id": .string(id), "action": .string("/people/\(id)/points"), "back": .string(back),
            "name": .string(RecordCell.name(account["user"], context.language)),
            "balance": .integer(balance), "balance_text": .string(RecordCell.grouped(balance)),
            "amount": .string(form["points"] ?? "100"), "reason": .string(form["reason"] ?? ""),
            "is_taking": .bool(form["dir"] == "take"), "is_open": .bool(isOpen || problem != nil),
            "fault": .string(problem?.words(at: "#/change", context.language) ?? ""),
            "reason_fault": .string(problem?.words(at: "#/reason", context.language) ?? ""),
        ]
    }

    /// The signed change of the form; 0 if it is no number.
    static func change(_ form: Form) -> Int64 {
        let digits = (form["points"] ?? "").filter { !$0.isWhitespace }
        guard digits.count <= 9, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let points = Int64(digits)
        else {
            return 0
        }
        return form["dir"] == "take" ? -points : points
    }
}
