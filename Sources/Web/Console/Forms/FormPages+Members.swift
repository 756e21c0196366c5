import Core
import Storage

extension FormPages {
    /// The context of the template besides the parts of the form.
    func members(
        _ stand: FormStand,
        _ names: FormNames,
        _ state: Content.State,
        _ isLocked: Bool,
        _ context: ConsoleContext
    ) async throws -> [String: JSON] {
        let content = stand.content
        let id = content?.id
        let own = id.map { "\(path)/\($0)" } ?? "\(path)/new"
        let (hasDraft, isLive) = (content?.draft != nil, content?.live != nil)
        var members: [String: JSON] = [
            "own": .string(own), "list": .string(path), "list_title": .string(type.title[context.language]),
            "app": .string(app), "type_name": .string(type.name), "content_id": JSON(id),
            "user": .string(context.session.staff.id),
            "version": .string((stand.version ?? content?.version).map { String($0) } ?? ""),
            "is_new_form": .bool(content == nil), "is_locked": .bool(isLocked),
            "may_write": .bool(context.author.may(.writeContent)),
            "pill": FormState(state: state).json(context.language),
            "has_changes": .bool(isLive && hasDraft), "has_draft": .bool(hasDraft), "is_live": .bool(isLive),
            "is_archived": .bool(state == .archived), "is_trashed": .bool(state == .trash),
            "can_publish": .bool(!isLocked),
            "summary": summary(stand, context.language),
            "conflict": stand.conflict?.json(of: type, names, console.time(context)) ?? .null,
            "zone": .string(console.time(context).zoneName),
            "title_part": .string(type.formParts.first { $0.field.name == type.titleField }?.name ?? ""),
        ]
        members["editors"] = isLocked ? .null : try await editors(of: id, context)
        members.merge(dialogs(stand, console.time(context))) { $1 }
        members.merge(try await pane(stand, names, context)) { $1 }
        return members
    }

    private func dialogs(_ stand: FormStand, _ time: HumanTime) -> [String: JSON] {
        let until = stand.content?.fields.timestamp("live_until")
        let over = until.flatMap { $0 < time.now ? $0 : nil }
        return [
            "over": JSON(over.map { time.moment($0) }),
            "is_over_open": .bool(stand.dialog == "over"),
            "is_schedule_open": .bool(stand.dialog == "schedule"),
            "is_release_open": .bool(stand.dialog == "release"),
            "is_conflict_open": .bool(stand.conflict != nil),
        ]
    }

    /// The faults, each with a link to its part; nil if there are none.
    private func summary(_ stand: FormStand, _ language: Language) -> JSON {
        guard !stand.faults.isEmpty else { return .null }
        let items = stand.faults.map { fault -> JSON in
            let part = type.formPart(at: fault.pointer)
            let tongue = part?.language.map { $0 == .standard ? "" : " (\($0.rawValue))" } ?? ""
            return [
                "href": .string(
                    part.map { "#f-" + $0.name(at: fault.pointer).replacing(".", with: "-") }
                        ?? "#content-form"
                ),
                "title": .string(part.map { $0.title(at: fault.pointer, language) + tongue } ?? ""),
                "detail": .string(fault.detail[language]),
            ]
        }
        // A fault that is not about a field needs no count.
        guard stand.faults.contains(where: { type.formPart(at: $0.pointer) != nil }) else {
            return ["count": .null, "items": .array(items)]
        }
        let count = counted(
            items.count,
            language,
            ru: ("поле нужно исправить", "поля нужно исправить", "полей нужно исправить"),
            en: ("field needs a look", "fields need a look")
        )
        return ["count": .string(count), "items": .array(items)]
    }
}

/// The state of an entry, as a badge.
struct FormState {
    let state: Content.State

    func json(_ language: Language) -> JSON {
        let (tone, icon, text) =
            switch state {
            case .live: ("pub", "pub", Localized("Опубликовано", "Published"))
            case .scheduled: ("plan", "clock", Localized("Запланировано", "Planned"))
            case .ended: ("warn", "clock", Localized("Закончилось", "Over"))
            case .archived: ("arch", "arch", Localized("Архив", "Archived"))
            case .trash: ("arch", "x", Localized("В корзине", "In the trash"))
            case .draft: ("draft", "draft", Localized("Черновик", "Draft"))
            }
        return ["tone": .string(tone), "icon": .string(icon), "text": .string(text[language])]
    }
}
