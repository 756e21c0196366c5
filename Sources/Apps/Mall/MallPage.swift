import Core
import Web

/// Which rows of a list an app asks for; the old names stay, so `offset` is the size of the page.
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

    /// `true` asks for what is flagged, `false` for what is not, nothing for both.
    func flag(_ name: String) throws(Problem) -> Bool? {
        switch given(name)?.lowercased() {
        case nil: return nil
        case "true"?, "1"?: return true
        case "false"?, "0"?: return false
        case _?:
            throw .wrong(Localized("\(name) должно быть true или false.", "\(name) must be true or false."))
        }
    }

    /// Those of `contents` that the flag lets through, where the app asks for it.
    func flagged(_ name: String, _ contents: [LiveContent]) throws(Problem) -> [LiveContent] {
        guard let flag = try flag(name) else { return contents }
        return contents.filter { $0.bool(name) == flag }
    }

    /// Those of a type that apps see and the flag lets through, where the app asks for it.
    func flagged(
        _ name: String,
        _ declaration: any ContentDeclaration.Type
    ) throws(Problem) -> [LiveContent] {
        try flag(name) == true
            ? visibility.flagged(name, declaration) : flagged(name, visibility.all(declaration))
    }

    /// An id that is part of the path, as ids are kept; nil where it is none.
    func id(_ parameter: String) -> String? {
        parameters[parameter].flatMap { Identifier.normalized($0) }
    }

    /// A parameter that is there and not empty.
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
    /// What the app sees as a 400; `.notFound` is kept for addresses that do not exist.
    static func wrong(_ detail: Localized) -> Problem {
        Problem(.invalid, detail)
    }

    static var unknownObject: Problem {
        wrong(Localized("Такой записи нет.", "There is no such object."))
    }
}
