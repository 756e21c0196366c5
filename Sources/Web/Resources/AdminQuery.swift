import Core
import Hummingbird
import Storage

/// Reads the parameters of a list in the admin API one by one and reports every fault at once.
///
/// An empty parameter counts as absent, because forms send it.
package struct AdminQuery {
    private var values: [String: String] = [:]
    private var faults: [Fault] = []
    /// Whole phone numbers that are looked up without permission to read people.
    private var lookUps: [String] = []
    /// The person that the list is restricted to.
    private var person: String?
    package private(set) var limit = Limits.pageSizeDefault
    /// The cursor of the page.
    package private(set) var cursor: String?

    /// `names` are the parameters that the caller reads; `isPaged` adds those of a page.
    package init(_ request: Request, _ names: Set<String>, isPaged: Bool = true) {
        self.init(request.pairs, names, isPaged: isPaged)
    }

    /// Takes parameters from another source than a request.
    package init(_ parameters: [(name: String, value: String)], _ names: Set<String>, isPaged: Bool = true) {
        for (name, value) in parameters where !value.isEmpty {
            switch name {
            case "limit" where isPaged:
                limit = Int(value) ?? 0
                if !(1...Limits.pageSizeMax ~= limit) {
                    fault(
                        name,
                        "должно быть от 1 до \(Limits.pageSizeMax)",
                        "must be from 1 to \(Limits.pageSizeMax)"
                    )
                }
            case "cursor" where isPaged: cursor = value
            case _ where names.contains(name): values[name] = value
            case _: fault(name.clipped, "нет такого параметра", "is not a parameter here")
            }
        }
        if let cursor, cursor.utf8.count > Limits.cursorLengthMax { wrongCursor() }
    }

    private mutating func fault(_ name: String, _ ru: String, _ en: String) {
        // A parameter that is read twice has one fault.
        guard !faults.contains(where: { $0.pointer == "#/\(name)" }) else { return }
        faults.append(Fault("#/\(name)", ru, en))
    }

    private mutating func wrongCursor() {
        fault("cursor", "неверная метка страницы", "is not a cursor of this list")
    }

    /// Sets the default value of a parameter.
    package mutating func assume(_ name: String, _ value: String) {
        if values[name] == nil { values[name] = value }
    }

    /// The sort key; in descending order if it has a `-`, or if none is given.
    package mutating func order<Key: RawRepresentable<String>>(
        by keys: [Key],
        otherwise standard: Key
    ) -> (key: Key, isAscending: Bool) {
        let sort = choice("sort", keys.flatMap { [$0.rawValue, "-\($0.rawValue)"] })
        guard let sort, let key = Key(rawValue: String(sort.drop { $0 == "-" })) else {
            return (standard, false)
        }
        return (key, !sort.hasPrefix("-"))
    }

    package mutating func id(_ name: String) -> String? {
        guard let text = values[name] else { return nil }
        let id = Identifier.normalized(text)
        if id == nil { fault(name, "должно быть идентификатором (UUID)", "must be an id (UUID)") }
        if name == "user" { person = id }
        return id
    }

    package mutating func moment(_ name: String) -> Timestamp? {
        guard let text = values[name] else { return nil }
        let moment = Timestamp(text)
        if moment == nil {
            fault(
                name,
                "должно быть временем вида 2026-11-21T12:00:00Z",
                "must be a time as 2026-11-21T12:00:00Z"
            )
        }
        return moment
    }

    package mutating func date(_ name: String) -> CivilDate? {
        guard let text = values[name] else { return nil }
        let date = CivilDate(text)
        if date == nil { fault(name, "должно быть днём вида 2026-11-21", "must be a day like 2026-11-21") }
        return date
    }

    package mutating func choice(_ name: String, _ choices: [String]) -> String? {
        guard let text = values[name] else { return nil }
        guard choices.contains(text) else {
            let list = choices.joined(separator: ", ")
            fault(name, "должно быть одним из: \(list)", "must be one of \(list)")
            return nil
        }
        return text
    }

    package mutating func integer(_ name: String, _ range: ClosedRange<Int64>) -> Int64? {
        guard let text = values[name] else { return nil }
        guard let number = Int64(text), range ~= number else {
            fault(
                name,
                "должно быть числом от \(range.lowerBound) до \(range.upperBound)",
                "must be a number from \(range.lowerBound) to \(range.upperBound)"
            )
            return nil
        }
        return number
    }

    package mutating func bool(_ name: String) -> Bool? {
        guard let text = values[name] else { return nil }
        let bool = Bool(text)
        if bool == nil { fault(name, "должно быть true или false", "must be true or false") }
        return bool
    }

    package mutating func text(_ name: String, lengthMax: Int) -> String? {
        guard let text = values[name] else { return nil }
        guard text.unicodeScalars.count <= lengthMax, !text.utf8.contains(0) else {
            fault(name, "не больше \(lengthMax) символов", "must have at most \(lengthMax) characters")
            return nil
        }
        return text
    }

    /// A condition on the last digits of a phone in these tables; punctuation is ignored.
    ///
    /// Without permission to read people, only the digits that a mask shows, or a whole number.
    package mutating func phone(_ name: String, in tables: [String] = ["u"], for author: Author) -> SQL? {
        guard let text = values[name] else { return nil }
        let (digits, readsPeople) = (PhoneSearch.dialled(text), author.may(.readPeople))
        guard 2...15 ~= digits.count, text.count <= 40 else {
            fault(
                name,
                "нужно от 2 до 15 последних цифр номера",
                "must be the last 2 to 15 digits of a phone"
            )
            return nil
        }
        guard PhoneSearch.mayBeAsked(digits, readsPeople: readsPeople) else {
            fault(
                name,
                "нужны \(PhoneNumber.shownDigitsCount) последние цифры или весь номер",
                "must be the last \(PhoneNumber.shownDigitsCount) digits or the whole number"
            )
            return nil
        }
        if !readsPeople, PhoneSearch.isWhole(digits) { lookUp(digits) }
        return PhoneSearch.condition(endOfPhone: digits, in: tables, readsPeople: readsPeople)
    }

    /// Records a look-up of a whole phone number without permission to read people.
    package mutating func lookUp(_ digits: String) {
        if !lookUps.contains(digits) { lookUps.append(digits) }
    }

    /// The cursor of a list that is ordered by id, newest first.
    package mutating func idCursor() -> String? {
        guard let cursor else { return nil }
        let id = Identifier.normalized(cursor)
        if id == nil { wrongCursor() }
        return id
    }

    /// The cursor of a list that is ordered by number.
    package mutating func numberCursor() -> Int64? {
        guard let cursor else { return nil }
        let number = Int64(cursor)
        if number == nil { wrongCursor() }
        return number
    }

    /// The cursor of a list that is ordered by text.
    mutating func textCursor() -> String? {
        guard let cursor, !cursor.utf8.contains(0) else {
            if cursor != nil { wrongCursor() }
            return nil
        }
        return cursor
    }

    /// The cursor of a list that is ordered by a number and a text: `17.кофе`.
    package mutating func pairCursor() -> (number: Int64, text: String)? {
        guard let cursor else { return nil }
        let parts = cursor.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(parts[0]), !cursor.utf8.contains(0) else {
            wrongCursor()
            return nil
        }
        return (number, String(parts[1]))
    }

    /// The cursor of a list that is ordered by two numbers: `1795262400000000.17`.
    mutating func numbersCursor() -> (first: Int64, second: Int64)? {
        guard let (first, text) = pairCursor() else { return nil }
        guard let second = Int64(text) else {
            wrongCursor()
            return nil
        }
        return (first, second)
    }

    package func finish() throws(Problem) {
        guard faults.isEmpty else { throw .invalid(faults) }
        // These look-ups have not been audited, so nothing is returned.
        guard lookUps.isEmpty else {
            throw Problem(
                .forbidden,
                Localized(
                    "Искать по целому номеру здесь нельзя: нет права видеть личные данные.",
                    "A whole number cannot be looked up here without the right to see personal data."
                )
            )
        }
    }

    /// Throws every fault, and audits the look-ups of numbers and the view of names in the `list`.
    package func finish(_ services: Services, _ context: StaffContext, reading list: String) async throws {
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        for digits in lookUps { try await services.noteLookUp(digits, in: list, context) }
        try await services.noteLook(at: person, in: list, context)
    }
}

extension Sequence<SQL> {
    /// All of the conditions; true if there are none.
    package var all: SQL {
        let conditions = map { "(\($0))" as SQL }
        return conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
    }
}

/// A page of a list; one row more than requested shows that there is another page.
package struct AdminPage<Element: Sendable>: Sendable {
    package let elements: [Element]
    package let next: String?

    /// `found` has at most one element more than `limit`.
    package init(_ found: [Element], limit: Int, cursor: (Element) -> String) {
        elements = Array(found.prefix(limit))
        next = found.count > limit ? elements.last.map(cursor) : nil
    }

    package func json(_ element: (Element) -> JSON) -> JSON {
        ["items": .array(elements.map(element)), "next": JSON(next)]
    }
}
