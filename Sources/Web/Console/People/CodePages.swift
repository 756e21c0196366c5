import Core
import Hummingbird
import Storage

/// The codes of phones, large enough to be typed into an app; the pages do not exist in production.
struct CodePages: Sendable {
    static let path = "/people/codes"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in try await show(request, context) }
        group.post(RouterPath("\(Self.path)/{id}/reveal")) { request, context in
            let id = try context.id
            let code = try await console.services.codes.reveal(
                id,
                by: context.author,
                address: context.address
            )
            return try await show(request, context, revealed: code)
        }
    }

    static func areShown(in console: Console) -> Bool { !console.services.settings.isProduction }

    /// `revealed` is a code whose full phone is shown, for a page without scripts.
    private func show(
        _ request: Request,
        _ context: ConsoleContext,
        revealed: Code? = nil
    ) async throws -> Response {
        let given = request.query.filter { ["phone", "app"].contains($0.name) && !$0.value.isEmpty }
        var codes: [Code] = []
        var fault: String?
        do {
            let query = try CodeQuery(
                app: given.last { $0.name == "app" }?.value,
                phone: given.last { $0.name == "phone" }?.value,
                limit: Limits.codesFollowedMax,
                console.services
            )
            codes = try await query.page(console.services, context.staff).elements
        } catch let problem as Problem where problem.kind == .invalid {
            fault = problem.faults.first?.detail[context.language] ?? problem.detail[context.language]
        }
        let since = console.services.now().advanced(by: .zero - Limits.codeShownAge)
        let lines = codes.filter { $0.createdAt > since }
            .map { CodeLine($0, console, context, isRevealed: $0.id == revealed?.id) }
        let (live, past) = (lines.filter { $0.isLive }, lines.filter { !$0.isLive })
        var page = ConsolePage(
            "codes",
            title: Localized("Коды СМС", "SMS codes")[context.language],
            path: Self.path
        )
        let own: JSON = [
            "live": .array(live.map(\.json)), "live_count": .integer(Int64(live.count)),
            "past": .array(past.map(\.json)), "past_count": .integer(Int64(past.count)),
            "has_live": .bool(!live.isEmpty), "has_past": .bool(!past.isEmpty),
            "is_empty": .bool(lines.isEmpty && fault == nil),
            "phone": .string(given.last { $0.name == "phone" }?.value ?? ""),
            "fault": JSON(fault), "is_filtered": .bool(!given.isEmpty),
            "reads_people": .bool(context.author.may(.readPeople)),
        ]
        page.context = own.merged(with: try await rules(given.last { $0.name == "app" }?.value, context))
        if revealed == nil { page.context = page.context.merged(with: ["refresh_seconds": 5]) }
        return try await console.show(page, context)
    }

    /// The apps that have codes, and the rules of the chosen one.
    private func rules(_ chosen: String?, _ context: ConsoleContext) async throws -> JSON {
        let language = context.language
        let modules = console.services.apps.filter { $0.settings.contains { $0.name == "test_mode" } }
        var silent: [String] = []
        for module in modules {
            let settings = try await console.services.appSettings.of(module.name)
            if settings.bool("test_mode") { silent.append(module.title[language]) }
        }
        let one = modules.first { $0.name == chosen } ?? (modules.count == 1 ? modules.first : nil)
        let settings =
            if let one { try await console.services.appSettings.of(one.name) } else { AppSettings?.none }
        return [
            "apps": .array(
                modules.map { module in
                    [
                        "name": .string(module.name), "title": .string(module.title[language]),
                        "is_chosen": .bool(module.name == chosen),
                    ]
                }
            ),
            "has_apps": .bool(modules.count > 1), "is_any": .bool(!modules.contains { $0.name == chosen }),
            "is_silent": .bool(silent.count == modules.count),
            "silent": .string(silent.joined(separator: ", ")), "is_none_silent": .bool(silent.isEmpty),
            "rule": JSON(settings.map { Self.rule($0, language) }),
            "settings": .string(AppSettingPages.path(of: one?.name ?? modules.first?.name ?? "")),
            "may_set": .bool(context.author.may(.writeSettings)),
        ]
    }

    private static func rule(_ settings: AppSettings, _ language: Language) -> String {
        let (minutes, failures) = (settings.integer("code_minutes"), settings.integer("code_attempts"))
        let life =
            minutes == 0
            ? Localized("Код живёт до нового", "A code lives until the next")[language]
            : Localized("Код живёт", "A code lives")[language] + " "
                + counted(
                    Int(minutes),
                    language,
                    ru: ("минуту", "минуты", "минут"),
                    en: ("minute", "minutes")
                )
        let tries =
            failures == 0
            ? nil
            : counted(
                Int(failures),
                language,
                ru: ("ошибка", "ошибки", "ошибок"),
                en: ("mistake", "mistakes")
            )
        let once = Localized("один вход", "one sign-in")[language]
        return [life, tries, once].compactMap { $0 }.joined(separator: ", ")
    }
}

/// One code as its row shows it.
private struct CodeLine {
    let isLive: Bool
    let json: JSON

    init(_ code: Code, _ console: Console, _ context: ConsoleContext, isRevealed: Bool) {
        let (language, state, digits) = (context.language, code.state, code.code)
        isLive = state == .live
        let half = (digits?.count ?? 0) / 2
        let app = console.services.apps.first { $0.name == code.app }?.title[language]
        let purpose = Self.purpose(code.purpose)[language]
        let (failures, max) = (code.failures, code.failuresMax)
        let left = code.expiresAt.map { Swift.max(0, $0.seconds - console.services.now().seconds) }
        json = [
            "id": .string(code.id), "class": .string(Self.classes[state] ?? ""), "code": JSON(digits),
            "first": .string(String(digits?.prefix(half) ?? "")),
            "second": .string(String(digits?.dropFirst(half) ?? "")),
            "phone": .string(isRevealed ? code.phone.spaced : code.phone.masked),
            "is_masked": .bool(!isRevealed),
            "sub": .string([app ?? "", purpose].filter { !$0.isEmpty }.joined(separator: " · ")),
            "tries": .array(
                1...10 ~= max ? (0..<max).map { number in ["on": .bool(number < failures)] } : []
            ),
            "has_tries": .bool(1...10 ~= max), "mistakes": .string(Self.mistakes(failures, max, language)),
            "is_live": .bool(isLive), "left": isLive ? left.map { .integer($0) } ?? .null : .null,
            "left_text": .string(left.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" } ?? ""),
            "is_used": .bool(state == .used), "is_replaced": .bool(state == .replaced),
            "is_locked": .bool(state == .locked), "is_expired": .bool(state == .expired),
            "failures": .integer(failures),
            "errors": .string(
                counted(
                    Int(failures),
                    language,
                    ru: ("ошибка", "ошибки", "ошибок"),
                    en: ("mistake", "mistakes")
                )
            ),
            "sms": .string(Self.sms(code.message)[language]),
        ]
    }

    private static let classes: [Code.State: String] = [
        .live: "live", .used: "used", .replaced: "old", .locked: "lock", .expired: "exp",
    ]

    private static func purpose(_ purpose: CodePurpose) -> Localized {
        switch purpose {
        case .signIn: Localized("вход", "sign-in")
        case .changePhone: Localized("смена номера", "change of number")
        case .registration: Localized("регистрация", "registration")
        case _: Localized(same: purpose.name)
        }
    }

    private static func mistakes(_ count: Int64, _ max: Int64, _ language: Language) -> String {
        switch (count, max) {
        case (0, _): Localized("без ошибок", "no mistakes")[language]
        case (_, 0):
            counted(Int(count), language, ru: ("ошибка", "ошибки", "ошибок"), en: ("mistake", "mistakes"))
        case (_, _): Localized("\(count) из \(max) ошибок", "\(count) of \(max) mistakes")[language]
        }
    }

    /// The text in place of a code that is not stored.
    private static func sms(_ state: OutboxMessage.State?) -> Localized {
        switch state {
        case .waiting?: Localized("СМС отправляется", "the SMS is being sent")
        case .sent?: Localized("отправлен по СМС", "sent by SMS")
        case .failed?: Localized("СМС не ушла", "the SMS was not sent")
        case .kept?, nil: Localized("уже не хранится", "kept no longer")
        }
    }
}
