import Core
import Web

/// The page of a list that an app requests; the legacy names stay, so `offset` is the size of the page.
struct MallPage: Sendable, Hashable {
    let start: Int
    let offset: Int

    func of<Rows: Collection>(_ rows: Rows) -> Rows.SubSequence {
        rows.dropFirst(start).prefix(offset)
    }
}

extension PublicRequest {
    static let pageSizeDefault = 15
    static let shopPageSizeDefault = 20

    var visibility: MallVisibility { MallVisibility(live: live, now: now) }

    func page(default size: Int = pageSizeDefault) throws(Problem) -> MallPage {
        MallPage(
            start: try number("start", 0...Limits.skipMax) ?? 0,
            offset: try number("offset", 0...Limits.appPageSizeMax) ?? size
        )
    }

    /// `true` selects flagged entries, `false` unflagged ones, and a missing parameter both.
    func flag(_ name: String) throws(Problem) -> Bool? {
        switch given(name)?.lowercased() {
        case nil: return nil
        case "true"?, "1"?: return true
        case "false"?, "0"?: return false
        case _?:
            throw .wrong(Localized("\(name) должно быть true или false.", "\(name) must be true or false."))
        }
    }

    /// The entries of `contents` that match the flag, if the app sends it.
    func flagged(_ name: String, _ contents: [LiveContent]) throws(Problem) -> [LiveContent] {
        guard let flag = try flag(name) else { return contents }
        return contents.filter { $0.bool(name) == flag }
    }

    /// The entries of a type that apps see and that match the flag, if the app sends it.
    func flagged(
        _ name: String,
        _ declaration: any ContentDeclaration.Type
    ) throws(Problem) -> [LiveContent] {
        try flag(name) == true
            ? visibility.flagged(name, declaration) : flagged(name, visibility.all(declaration))
    }

    /// A normalized id of the path; nil if it is not an id.
    func id(_ parameter: String) -> String? {
        parameters[parameter].flatMap { Identifier.normalized($0) }
    }

    /// A parameter that is present and not empty.
    func given(_ name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func number(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = given(name) else { return nil }
        guard let number = Int(text), range ~= number else {
            throw .wrong(
                Localized(
                    "\(name) должно быть числом от \(range.lowerBound) до \(range.upperBound).",
                    "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)."
                )
            )
        }
        return number
    }
}

extension Problem {
    /// A 400 for the app; `.notFound` is reserved for unknown paths.
    static func wrong(_ detail: Localized) -> Problem {
        Problem(.invalid, detail)
    }

    static var unknownObject: Problem {
        wrong(Localized("Такой записи нет.", "There is no such object."))
    }
}
