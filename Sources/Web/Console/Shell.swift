import Core

/// The frame of every page: the top bar, the navigation, dialogs and messages.
package struct Shell {
    let console: Console
    let page: ConsolePage
    let context: ConsoleContext
    let notice: FlashMessage?

    private var language: Language { context.language }

    /// The page's own members with those of the shell.
    var json: JSON {
        let staff = context.session.staff
        let shell: JSON = [
            "nav": .array(Self.sections(of: console).compactMap { section($0) }),
            "me": [
                "name": .string(staff.name), "initials": .string(Self.initials(of: staff.name)),
                "colour": .integer(Int64(Self.colour(of: staff.id))),
                "can_write": .bool(staff.permissions.contains(.writeContent)),
                "is_owner": .bool(staff.permissions.contains(.manageStaff)),
            ],
            "notice": notice.map { notice in
                [
                    "id": .string(notice.id), "text": .string(notice.text),
                    "can_undo": .bool(!notice.calls.isEmpty),
                    "offer": JSON(notice.offer?.title),
                ]
            } ?? .null,
            "sees_codes": .bool(CodePages.areShown(in: console) && context.author.may(.readCodes)),
            "types": .string(page.types.joined(separator: " ")), "position": .integer(context.position),
            "is_page": true,
        ]
        return Self.bare(console, page, language: language, theme: context.theme).merged(with: shell)
    }

    /// A page without the shell.
    static func bare(
        _ console: Console,
        _ page: ConsolePage,
        language: Language,
        theme: Theme
    ) -> JSON {
        let own: JSON = [
            "template": .string(page.template), "page_title": .string(page.title),
            "language": .string(language.rawValue), "is_russian": .bool(language == .ru),
            "theme": .string(theme == .system ? "" : theme.rawValue),
            "assets": .string("\(Assets.prefix)/\(console.assets.version)"),
            "scripts": .array(
                console.assets.names("js", for: page.template, of: page.module).map { .string($0) }
            ),
            "styles": .array(
                console.assets.names("css", for: page.template, of: page.module).map { .string($0) }
            ),
        ]
        return page.context.merged(with: own)
    }

    /// A section of the navigation, expanded while one of its pages is shown.
    struct Section {
        let title: Localized
        let icon: String
        let pages: [ModulePage]
        /// True if it is always in the bottom bar of a phone; otherwise only when it is open.
        var isQuick = false
        /// True if it is expanded on the start page, so that its pages are one click away.
        var isOpenAtStart = false
    }

    static func sections(of console: Console) -> [Section] {
        let today = Section(
            title: Localized("Сводка", "Today"),
            icon: "gauge",
            pages: [ModulePage("/", Localized("Сводка", "Today"))],
            isQuick: true
        )
        let modules = console.services.modules.enumerated().map { index, module in
            Section(module, isFirst: index == 0)
        }
        let plan = Section(
            title: Localized("План", "Plan"),
            icon: "cal",
            pages: [
                ModulePage("/agenda", Localized("Что изменится", "What changes")),
                ModulePage("/releases", Localized("Выпуски", "Releases")),
            ]
        )
        let system = Section(
            title: Localized("Система", "System"),
            icon: "gear",
            pages: [
                ModulePage("/system/changes", Localized("Журнал", "Changes")),
                ModulePage("/system/media", Localized("Картинки", "Pictures")),
                ModulePage(StaffMembers.resource), ModulePage(Tokens.resource), ModulePage(WebHooks.resource),
                ModulePage(AuditEntries.path, AuditEntries.title, .manageStaff),
                ModulePage(OutboxMessages.resource),
            ] + console.services.modules.flatMap(\.systemPages) + [
                ModulePage(SettingsPage.path, Localized("Настройки", "Settings"), .writeSettings),
                ModulePage("/system/health", Localized("Состояние", "Health")),
                ModulePage(ServerLogPage.path, ServerLogPage.title, .manageStaff),
            ]
        )
        return [today] + modules + [plan, people(of: console), system]
    }

    /// The people who use the apps, and the codes for testing their sign-in.
    private static func people(of console: Console) -> Section {
        var pages = console.services.apps.flatMap(\.peoplePages)
        if CodePages.areShown(in: console) {
            // After the people themselves, who are on the first page.
            let codes = ModulePage(CodePages.path, Localized("Коды СМС", "SMS codes"), .readCodes)
            pages.insert(codes, at: min(1, pages.count))
        }
        return Section(title: Localized("Люди", "People"), icon: "users", pages: pages, isQuick: true)
    }

    private func section(_ section: Section) -> JSON? {
        let pages = section.pages.filter { context.author.may($0.permission) }
        guard let first = pages.first else { return nil }
        let isHere = pages.contains { $0.path == page.path }
        let isOpen = isHere || section.isOpenAtStart && page.path == "/"
        return [
            "title": .string(section.title[language]), "icon": .string(section.icon),
            "path": .string(first.path), "is_open": .bool(isOpen && pages.count > 1),
            "is_here": .bool(isHere && pages.count > 1),
            "is_current": .bool(isHere && pages.count == 1), "is_group": .bool(pages.count > 1),
            "is_quick": .bool(section.isQuick || isHere), "waiting": isOpen ? .null : waiting(first),
            "pages": .array(
                pages.map { item in
                    [
                        "path": .string(item.path), "title": .string(item.title[language]),
                        "is_current": .bool(item.path == page.path),
                        "count": item.type.map { type in
                            .integer(Int64(console.services.live.state[type].contents.count))
                        } ?? .null,
                        "waiting": waiting(item),
                    ]
                }
            ),
        ]
    }

    /// The number of unpublished changes; the shown page may have its own count.
    private func waiting(_ item: ModulePage) -> JSON {
        guard let waiting = item.waiting else { return .null }
        let count = page.changes ?? waiting(console.services)
        return count > 0 ? .integer(Int64(count)) : .null
    }

    /// The initials of a person, at most two letters.
    package static func initials(of name: String) -> String {
        String(name.split(separator: " ").prefix(2).compactMap(\.first)).uppercased()
    }

    /// The number of a person's colour, from 1 to 4.
    package static func colour(of id: String) -> Int {
        id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 4 + 1
    }
}

extension Shell.Section {
    fileprivate init(_ module: any Module, isFirst: Bool) {
        (title, icon, pages) = (module.title, module.icon, module.allPages)
        (isQuick, isOpenAtStart) = (isFirst || module.isQuick, isFirst)
    }
}

/// A page of the console in the navigation.
package struct ModulePage: Sendable {
    package let path: String
    package let title: Localized
    package let permission: Permission
    /// The content type whose live entries are counted beside it.
    package let type: String?
    /// The number of unpublished changes on the page; nil if it never has any.
    let waiting: (@Sendable (Services) -> Int)?

    package init(
        _ path: String,
        _ title: Localized,
        _ permission: Permission = .readContent,
        type: String? = nil,
        waiting: (@Sendable (Services) -> Int)? = nil
    ) {
        (self.path, self.title, self.permission) = (path, title, permission)
        (self.type, self.waiting) = (type, waiting)
    }

    /// A page for a list for staff.
    package init(_ resource: Resource) {
        self.init(resource.path, resource.title, resource.right)
    }
}

extension Module {
    /// The module's own pages, and a list for each of its content types.
    var allPages: [ModulePage] {
        pages + types.map { ModulePage("/\(name)/\($0.type.name)", $0.type.title, type: $0.type.name) }
    }
}
