import Core
import Storage

/// One change of a colleague, as a sentence.
struct ChangeLine {
    let change: Change
    let console: Console
    let context: ConsoleContext
    /// The URL of the page that shows it.
    let back: String

    init(_ change: Change, _ console: Console, _ context: ConsoleContext, back: String) {
        (self.change, self.console, self.context, self.back) = (change, console, context, back)
    }

    var json: JSON {
        let (name, at, time) = (change.author, change.at, console.time(context))
        let path = "/\(console.app(of: change.type))/\(change.type)/\(change.id)"
        return [
            "by": .string(name), "initials": .string(Shell.initials(of: name)),
            "colour": .integer(Int64(Shell.colour(of: name))),
            "verb": .string((switched ?? Self.verb(change.action))[context.language]),
            "return": hidden.map { .string("\(path)/flags/\($0)") } ?? .null, "back": .string(back),
            "title": .string(change.title), "path": .string(path),
            "history": .string(path + "/history"),
            "kind": .string(type?.noun[context.language] ?? ""),
            "when": .string(time.days(until: at) == 0 ? time.time(at) : time.moment(at)),
            "note": JSON(change.note), "version": .integer(change.version),
            "door": .string(Self.door(change.door)[context.language]),
        ]
    }

    private var type: ContentType? { console.types.first { $0.name == change.type } }
    private var flags: [(field: Field, isOn: Bool)] {
        change.flags.sorted { $0.key < $1.key }.compactMap { name, isOn in
            type?.field(name).map { ($0, isOn) }
        }
    }

    /// The flag that was switched, and the new value; nil if the history no longer holds it.
    private var switched: Localized? {
        guard let (field, isOn) = flags.first else { return nil }
        let (name, english) = (field.title.ru, field.title.en)
        return isOn
            ? Localized("включено «\(name)»:", "switched “\(english)” on:")
            : Localized("выключено «\(name)»:", "switched “\(english)” off:")
    }

    /// The flag that hid the entry from a screen, if it is still off and may be switched on again; otherwise nil.
    private var hidden: String? {
        guard context.author.role.permissions.contains(.writeContent), flags.count == 1,
            let (field, isOn) = flags.first, !isOn,
            let content = console.services.live.state[change.type][change.id]
        else { return nil }
        return content.bool(field.name) ? nil : field.name
    }

    /// The action as a noun, which needs no grammatical gender in Russian.
    static func verb(_ action: HistoryEntry.Action) -> Localized {
        switch action {
        case .created: Localized("создание", "created")
        case .copied: Localized("копия", "copied")
        case .saved: Localized("правка", "edited")
        case .published: Localized("публикация", "published")
        case .unpublished: Localized("снятие с публикации", "unpublished")
        case .discarded: Localized("отмена правок", "discarded the changes of")
        case .flagged: Localized("переключатель", "switched")
        case .moved: Localized("перемещение", "moved")
        case .restored: Localized("возврат версии", "restored a version of")
        case .archived: Localized("в архив", "archived")
        case .unarchived: Localized("из архива", "unarchived")
        case .removed: Localized("в корзину", "moved to the trash")
        case .recovered: Localized("из корзины", "recovered")
        case .reverted: Localized("отмена", "undid a change of")
        case .purged: Localized("удаление навсегда", "deleted for ever")
        case .failed: Localized("не вышло по плану", "could not be changed on time:")
        }
    }

    private static func door(_ door: String) -> Localized {
        switch Author.Door(rawValue: door) {
        case .console?: Localized("консоль", "console")
        case .cli?: Localized("командная строка", "command line")
        case .seed?: Localized("демо-данные", "demo data")
        case .server?: Localized("по плану", "on schedule")
        case .api?, nil: Localized("API", "API")
        }
    }
}

/// One scheduled change.
struct AgendaLine {
    let entry: Agenda.Entry
    let console: Console
    let context: ConsoleContext

    init(_ entry: Agenda.Entry, _ console: Console, _ context: ConsoleContext) {
        (self.entry, self.console, self.context) = (entry, console, context)
    }

    func json(at time: String) -> JSON {
        let (verb, icon, tone) = Self.words(entry.action)
        let kind = entry.type.flatMap { console.type(named: $0) }?.noun[context.language]
        return [
            "time": .string(time), "title": .string(entry.title),
            "path": .string(
                entry.type.map { "/\(console.app(of: $0))/\($0)/\(entry.id)" } ?? "/releases/\(entry.id)"
            ),
            "sub": .string([kind, verb[context.language]].compactMap { $0 }.joined(separator: " · ")),
            "icon": .string(icon), "tone": .string(tone),
            "fault": JSON(entry.fault?.detail[context.language]),
        ]
    }

    static func words(_ action: Agenda.Entry.Action) -> (Localized, icon: String, tone: String) {
        switch action {
        case .open: (Localized("появится в приложении", "appears in the app"), "clock", "plan")
        case .close: (Localized("закончится", "ends"), "stop", "bad")
        case .publish: (Localized("публикация", "is published"), "check", "ok")
        case .withdraw: (Localized("снятие с публикации", "is taken back"), "stop", "bad")
        case .release: (Localized("изменится", "changes"), "clock", "plan")
        }
    }
}
