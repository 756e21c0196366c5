import Core
import Storage
import Web

/// The form of one page on the board: its texts in every language and its seconds.
struct StoryPageForm: Sendable {
    let page: Content
    let warnings: [Warning]
    let group: String
    let place: Int
    let count: Int
    let mayWrite: Bool
    let state: StoryBoardState
    let time: HumanTime

    private var language: Language { time.language }
    private var id: String { page.id }

    func json(_ refused: StoryBoardPage.Refused?) -> JSON {
        let isOn = page.live != nil
        let now = String(page.version)
        // Whoever saves after a conflict has seen what is there now.
        let version = refused.flatMap { $0.isStale ? nil : $0.form["_version"] } ?? now
        return [
            "id": .string(id), "heading": .string(heading), "may_write": .bool(mayWrite),
            "chip": StoryBadge(page: page, time).json(language), "is_on": .bool(isOn),
            "has_edits": .bool(isOn && page.draft != nil),
            "toggle": .string(mayWrite ? state.path("pages/\(id)/\(isOn ? "off" : "on")") : ""),
            "save": .string(state.changed { $0.page = id }.path("pages/\(id)")),
            "order": .string(state.path("groups/\(group)/order")), "place": .integer(Int64(place)),
            "count": .integer(Int64(count)), "can_move": .bool(mayWrite && count > 1),
            "can_rise": .bool(place > 1), "can_sink": .bool(place < count),
            "edit": .string("/stories/story_pages/\(id)"),
            "remove": .string(mayWrite ? state.changed { $0.page = nil }.path("pages/\(id)/remove") : ""),
            "version": .string(version), "is_refused": .bool(refused != nil),
            "stale": .string(refused.map { $0.isStale ? $0.problem.detail[language] : "" } ?? ""),
            "fields": .array(fields(refused)),
            "warnings": .array(
                warnings.map { warning in
                    let name = warning.pointer.split(separator: "/").dropFirst().first ?? ""
                    let title = StoryPages.type.field(String(name))?.title[language] ?? ""
                    return [
                        "text": .string("\(title): \(warning.detail[language])"),
                        "is_fault": .bool(warning.level == .fault),
                    ]
                }
            ),
        ]
    }

    private var heading: String {
        Localized("Страница \(place) из \(count)", "Page \(place) of \(count)")[language]
    }

    private func fields(_ refused: StoryBoardPage.Refused?) -> [JSON] {
        let texts = ["title", "text"].flatMap { name in Language.allCases.map { (name, $0) } }
        return texts.map { name, tongue in text(name, tongue, refused) } + [seconds(refused)]
    }

    private func text(_ name: String, _ tongue: Language, _ refused: StoryBoardPage.Refused?) -> JSON {
        let field = StoryPages.type.field(name)
        let kept = page.fields[name]?[tongue.rawValue]?.string ?? ""
        let value = refused?.form["\(name).\(tongue.rawValue)"] ?? kept
        let length =
            switch field?.kind {
            case .localizedText(let lengthMax, _)?: lengthMax
            case _: StoryPages.textLengthMax
            }
        let suffix = tongue == .ru ? Localized("по-русски", "Russian") : Localized("по-английски", "English")
        let help = field?.help?[language] ?? ""
        return common("\(name).\(tongue.rawValue)", kept, refused).merged(with: [
            "label": .string("\(field?.title[language] ?? ""), \(suffix[language])"),
            "value": .string(value), "language": .string(tongue.rawValue), "shows": .string(name),
            "is_long": .bool(name == "text"), "is_number": false, "length_max": .integer(Int64(length)),
            "length": .integer(Int64(value.unicodeScalars.count)),
            "help": .string(tongue == .standard ? help : ""), "min": "", "max": "",
        ])
    }

    private func seconds(_ refused: StoryBoardPage.Refused?) -> JSON {
        let name = "duration_seconds"
        let kept = page.fields[name]?.integer.map { String($0) } ?? ""
        return common(name, kept, refused).merged(with: [
            "label": .string(StoryPages.type.field(name)?.title[language] ?? ""),
            "value": .string(refused?.form[name] ?? kept), "language": .string(language.rawValue),
            "shows": "", "is_long": false, "is_number": true, "length_max": "", "length": "", "help": "",
            "min": .integer(StoryPages.seconds.lowerBound), "max": .integer(StoryPages.seconds.upperBound),
        ])
    }

    /// After a conflict a field tells what is kept of it where that is not what was typed.
    private func common(_ name: String, _ kept: String, _ refused: StoryBoardPage.Refused?) -> JSON {
        let pointer = "#/" + name.replacing(".", with: "/")
        let fault = refused?.problem.faults.first {
            $0.pointer == pointer || $0.pointer.hasPrefix(pointer + "/")
        }
        let differs = refused.map { $0.isStale && $0.form[name] != kept } ?? false
        return [
            "theirs": differs ? ["value": .string(kept.isEmpty ? "—" : kept)] : .null,
            "name": .string(name), "key": .string("sp-" + name.replacing(".", with: "-")),
            "fault": .string(fault?.detail[language] ?? ""),
        ]
    }

    /// What the form asks to be changed; an empty text takes its language away.
    static func patch(_ form: Form) -> [String: JSON] {
        var patch: [String: JSON] = [:]
        for name in ["title", "text"] {
            var texts: [String: JSON] = [:]
            for language in Language.allCases {
                guard let text = form["\(name).\(language.rawValue)"] else { continue }
                texts[language.rawValue] = text.isEmpty ? .null : .string(text)
            }
            if !texts.isEmpty { patch[name] = .object(texts) }
        }
        if let text = form["duration_seconds"] {
            patch["duration_seconds"] = Int64(text).map { .integer($0) } ?? .string(text)
        }
        return patch
    }
}
