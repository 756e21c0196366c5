import Core
import Hummingbird
import Web

/// The dialog for adding and subtracting points: the template `points-dialog`, under the name `points`.
///
/// Any page about one person can show it; it is submitted to `/people/{id}/points`, and then returns to that page.
struct PointsDialog {
    let id: String
    let name: String
    let balance: Int64
    let isErased: Bool
    /// The path of the page that shows it.
    let back: String
    var form = Form([])
    var problem: Problem?
    var isOpen = false

    /// Nil if the author lacks permission, or the person is erased.
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

    /// The submitted number of points, signed; 0 if it is not a number.
    static func change(_ form: Form) -> Int64 {
        let digits = (form["points"] ?? "").filter { !$0.isWhitespace }
        guard digits.count <= 9, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let points = Int64(digits)
        else {
            return 0
        }
        return form["dir"] == "take" ? -points : points
    }
}
