import Core
import Storage

extension ConditionExpression {
    /// Countries and languages that no device reports, as they are written: `UK`, `english`.
    var unknownWords: [String] {
        node.clauses.flatMap { clause -> [String] in
            guard case .keyword(let test) = clause.test else { return [] }
            switch test.input {
            case .country: return test.targets.filter { !Self.isRegion($0) }
            case .language: return test.targets.filter { !Self.isLanguage(FlagInputs.fold($0)) }
            case .appID, .platform, .instanceID: return []
            }
        }
    }

    /// The time until which the expression held, if that ended at least a day ago in every time zone.
    func end(before today: CivilDate) -> String? {
        for clause in node.clauses {
            guard case .moment(let test) = clause.test, test.input == .now,
                [.less, .lessOrEqual].contains(test.order)
            else { continue }
            if test.moment.seconds / 86_400 + 1 < today.daysSince1970 { return test.local }
        }
        return nil
    }

    private static func isRegion(_ code: String) -> Bool {
        let code = code.uppercased()
        return !formerRegions.contains(code) && KnownLocales.regions.contains(code)
    }

    /// True for a known language, with a known region if it names one of two letters.
    private static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-").map { String($0) }
        guard let language = parts.first else { return false }
        let region = parts.dropFirst().first { $0.utf8.count == 2 }
        return (formerLanguages.contains(language) || KnownLocales.languages.contains(language))
            && region.map(isRegion) != false
    }

    /// Codes of former countries, or of other ones by now, that no device reports.
    private static let formerRegions: Set = [
        "AN", "BU", "CS", "DD", "DY", "FX", "HV", "NH", "NT", "QU", "RH", "SU", "TP", "UK", "VD", "YD", "YU",
        "ZR",
    ]

    /// Codes that older systems still send.
    private static let formerLanguages: Set = ["in", "iw", "ji", "jw", "mo", "no", "sh", "tl"]
}
