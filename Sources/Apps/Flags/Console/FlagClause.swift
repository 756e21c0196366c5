import Core
import Storage
import Web

/// One line of the builder: an input, an operator and a value, as a clause of the grammar.
struct FlagClause: Sendable, Hashable {
    enum Input: String, Sendable, CaseIterable {
        case version, platform, country, language, percent, date, firstOpen, installations, signal, property,
            build, appID, audience, raw
    }

    var input = Input.version
    var isNot = false
    /// The name of a signal or of a property, the seed of a percentage, or the zone of a time.
    var key = ""
    var op = ""
    var value = ""

    init() {}

    /// The operators of an input, as the grammar writes them.
    static func operators(of input: Input) -> [String] {
        switch input {
        case .version, .build: [">=", "<=", "==", "!=", ">", "<"]
        case .platform, .appID: ["==", "!="]
        case .percent: ["<=", ">"]
        case .date: [">=", "<"]
        case .firstOpen: [">=", "<"]
        case .signal, .property:
            ["exactlyMatches", "contains", "notContains", "matches", ">=", "<=", "==", "!=", ">", "<"]
        case .audience: ["inAtLeastOne", "notInAtLeastOne"]
        case .country, .language, .installations, .raw: []
        }
    }

    var chosenOperator: String {
        let all = Self.operators(of: input)
        return all.contains(op) ? op : all.first ?? ""
    }

    // MARK: Writing

    /// The clause without its negation («не»); `zone` is the time zone of times.
    func expression(zone: String) -> String {
        let op = chosenOperator
        switch input {
        case .raw: return value
        case .platform: return "device.os \(op) \(Self.quoted(value.isEmpty ? "ios" : value))"
        case .appID: return "app.id \(op) \(Self.quoted(value))"
        case .version: return "app.version.\(op)([\(Self.quoted(value))])"
        case .build: return "app.build.\(op)([\(Self.quoted(value))])"
        case .country: return "device.country in \(list { $0.uppercased() })"
        case .language: return "device.language in \(list { $0 })"
        case .installations: return "app.firebaseInstallationId in \(list { $0 })"
        case .audience: return "app.audiences.\(op)(\(list { $0 }))"
        case .percent:
            let seed = key.isEmpty ? "" : "(\(Self.quoted(key)))"
            return "percent\(seed) \(op) \(value.replacing(",", with: "."))"
        case .date:
            return "dateTime \(op) dateTime(\(Self.quoted(moment)), \(Self.quoted(key.isEmpty ? zone : key)))"
        case .firstOpen:
            return
                "app.firstOpenTimestamp \(op) (\(Self.quoted(moment)), \(Self.quoted(key.isEmpty ? zone : key)))"
        case .signal, .property:
            let name = input == .signal ? "app.customSignal" : "app.userProperty"
            let subject = "\(name)[\(Self.quoted(key))]"
            return op.first?.isLetter == true
                ? "\(subject).\(op)(\(list { $0 }))" : "\(subject) \(op) \(value.replacing(",", with: "."))"
        }
    }

    /// The time with seconds, as the grammar requires.
    private var moment: String { value.utf8.count == 16 ? value + ":00" : value }

    private func list(_ body: (String) -> String) -> String {
        let texts = value.split { $0 == "," || $0 == "\n" || $0 == ";" }.map { $0.trimmed }
        return "[" + texts.filter { !$0.isEmpty }.map { Self.quoted(body($0)) }.joined(separator: ", ") + "]"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    // MARK: Reading

    /// Reads one clause in its canonical form; a clause without fields in the builder stays text.
    init(reading text: String) {
        self.init()
        guard !read(text) else { return }
        (input, value) = (.raw, text)
    }

    private mutating func read(_ text: String) -> Bool {
        let simple: [(String, Input)] = [
            ("device.os ", .platform), ("app.id ", .appID), ("device.country in ", .country),
            ("device.language in ", .language), ("app.firebaseInstallationId in ", .installations),
            ("app.version.", .version), ("app.build.", .build), ("app.audiences.", .audience),
            ("app.customSignal", .signal), ("app.userProperty", .property), ("percent", .percent),
            ("dateTime ", .date), ("app.firstOpenTimestamp ", .firstOpen),
        ]
        guard let (prefix, input) = simple.first(where: { text.hasPrefix($0.0) }) else { return false }
        self.input = input
        var rest = text.dropFirst(prefix.count)
        switch input {
        case .country, .language, .installations: return readValues(rest)
        case .signal, .property:
            guard rest.hasPrefix("["), let close = rest.firstIndex(of: "]"),
                let name = Self.texts(rest[..<close]).first
            else { return false }
            key = name
            rest = rest[rest.index(after: close)...].drop { $0 == " " || $0 == "." }
        case .percent:
            if rest.hasPrefix("("), let close = rest.firstIndex(of: ")") {
                key = Self.texts(rest[..<close]).first ?? ""
                rest = rest[rest.index(after: close)...]
            }
            rest = rest.drop { $0 == " " }
        case .version, .build, .audience, .platform, .appID, .date, .firstOpen, .raw: break
        }
        return readOperator(rest)
    }

    private mutating func readOperator(_ text: Substring) -> Bool {
        let known = Self.operators(of: input).sorted { $0.count > $1.count }
        guard let op = known.first(where: { text.hasPrefix($0) }) else { return false }
        self.op = op
        let rest = text.dropFirst(op.count)
        switch input {
        case .date, .firstOpen:
            let texts = Self.texts(rest)
            guard let moment = texts.first, moment.utf8.count == 16 || moment.hasSuffix(":00") else {
                return false
            }
            value = String(moment.prefix(16))
            key = texts.dropFirst().first ?? "UTC"
            return true
        case .percent: return readNumber(rest)
        case .signal, .property:
            return op.first?.isLetter == true ? readValues(rest) : readNumber(rest)
        case .version, .build, .platform, .appID, .audience: return readValues(rest)
        case .country, .language, .installations, .raw: return false
        }
    }

    private mutating func readNumber(_ text: Substring) -> Bool {
        value = text.trimmed
        return !value.isEmpty && value.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }
    }

    private mutating func readValues(_ text: Substring) -> Bool {
        let texts = Self.texts(text)
        // One field separates values by commas, so a value must have none of its own.
        guard !texts.isEmpty, !texts.contains(where: { $0.contains(",") || $0.contains(";") }) else {
            return false
        }
        value = texts.joined(separator: ", ")
        return true
    }

    /// The texts between quotes.
    private static func texts(_ text: Substring) -> [String] {
        var texts: [String] = []
        var current: String?
        var isEscaped = false
        for character in text {
            if let begun = current {
                if isEscaped {
                    current = begun + String(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "'" {
                    texts.append(begun)
                    current = nil
                } else {
                    current = begun + String(character)
                }
            } else if character == "'" {
                current = ""
            }
        }
        return texts
    }
}
