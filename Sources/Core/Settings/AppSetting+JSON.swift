extension AppSetting {
    /// The declaration of the setting in the API.
    func json(in language: Language) -> JSON {
        var members: [String: JSON] = [
            "name": .string(name), "title": .string(title[language]), "help": .string(help[language]),
            "kind": .string(kind.name), "standard": standard, "is_for_tests": .bool(isForTests),
        ]
        switch kind {
        case .bool, .email: break
        case .integer(let range, let unit):
            members["minimum"] = .integer(range.lowerBound)
            members["maximum"] = .integer(range.upperBound)
            members["unit"] = .string(unit.name)
        case .text(let lengthMax), .secret(let lengthMax):
            members["length_max"] = .integer(Int64(lengthMax))
        }
        return .object(members)
    }

    /// The value of a text from a form or a command line; the string itself if it does not parse.
    package func value(of text: String) -> JSON {
        switch kind {
        case .bool: Bool(text).map { .bool($0) } ?? .string(text)
        case .integer:
            Int64(text.filter { !$0.isWhitespace }).map { .integer($0) } ?? .string(text)
        case .text, .email, .secret: .string(text)
        }
    }
}

extension AppSetting.Kind {
    package var name: String {
        switch self {
        case .bool: "bool"
        case .integer: "integer"
        case .text: "text"
        case .email: "email"
        case .secret: "secret"
        }
    }
}

extension AppSetting.Unit {
    package var name: String {
        switch self {
        case .points: "points"
        case .days: "days"
        case .hours: "hours"
        case .minutes: "minutes"
        case .seconds: "seconds"
        case .milliseconds: "milliseconds"
        case .times: "times"
        case .digits: "digits"
        case .percent: "percent"
        case .kopecks: "kopecks"
        case .rubles: "rubles"
        case .status: "status"
        }
    }

    /// The unit after a number, for people.
    package var title: Localized {
        switch self {
        case .points: Localized("баллов", "points")
        case .days: Localized("дней", "days")
        case .hours: Localized("часов", "hours")
        case .minutes: Localized("минут", "minutes")
        case .seconds: Localized("секунд", "seconds")
        case .milliseconds: Localized("мс", "ms")
        case .times: Localized("раз", "times")
        case .digits: Localized("цифр", "digits")
        case .percent: Localized("%", "%")
        case .kopecks: Localized("копеек", "kopecks")
        case .rubles: Localized("₽", "RUB")
        case .status: Localized("код ответа", "status of HTTP")
        }
    }
}

extension JSON {
    /// This object with one more member, even if it is null.
    package func with(_ name: String, _ value: JSON) -> JSON {
        var members = object ?? [:]
        members[name] = value
        return .object(members)
    }
}
