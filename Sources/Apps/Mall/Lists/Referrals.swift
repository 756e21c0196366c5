import Core
import Storage
import Web

/// The list of invitations, with those that wait for a decision (M86).
enum Referrals: ResourceDeclaration {
    static let resource: Resource = .init(
        app: "mall",
        name: "referrals",
        title: title,
        one: Localized("Приглашение", "Invitation"),
        about: Localized(
            "Кто по чьему коду пришёл, новые сверху",
            "Users who came by a friend's code, the newest first"
        ),
        path: "/people/referrals",
        section: .loyalty,
        source: ResourceSource(
            """
            mall_referrals r JOIN mall_users u ON u.id = r.user_id JOIN mall_users i ON i.id = r.inviter_id
            JOIN points_entries e ON e.id = r.entry_id LEFT JOIN points_entries p ON p.id = r.inviter_entry_id
            """,
            key: "r.user_id"
        ),
        columns: [
            ResourceColumn("at", .moment, Localized("Когда", "When"), "r.at"),
            .person("user", Localized("Кто пришёл", "Who came")),
            .person("inviter", Localized("По чьему коду", "By whose code"), of: "i"),
            ResourceColumn("points", .change, Localized("Баллы", "Points"), "e.change"),
            ResourceColumn(
                "inviter_points",
                .change,
                Localized("Пригласившему", "To the inviter"),
                "p.change"
            ),
            // The reason has more information than the state «held».
            ResourceColumn(
                "status",
                .choice(states + reasons),
                Localized("Состояние", "State"),
                "CASE WHEN r.state = 'held' THEN coalesce(r.reason, r.state) ELSE r.state END"
            ),
            stateColumn,
            ResourceColumn(
                "reason",
                .choice(reasons),
                Localized("Почему", "Why"),
                "r.reason",
                place: .answer
            ),
            ResourceColumn(
                "decided_at",
                .moment,
                Localized("Решено", "Decided"),
                "r.decided_at",
                place: .page
            ),
            ResourceColumn(
                "decided_by",
                .text,
                Localized("Кто решил", "Decided by"),
                "r.decided_by",
                place: .page
            ),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "r.user_id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "state",
                Localized("Состояние", "State"),
                .tabs(states.map { ResourceOption($0.value, $0.title, "r.state = \($0.value)") })
            ),
            .person("inviter", Localized("Чей код", "Whose code")) { "r.inviter_id = \($0)" },
            .person("user", Localized("Кто пришёл", "Who came")) { "r.user_id = \($0)" },
            ResourceFilter("phone", Localized("Телефон", "Phone"), .phone(tables: ["u", "i"])),
        ],
        orders: [ResourceOrder("at", Localized("Когда", "When"), "r.at", .moment)],
        tabs: tabs,
        actions: [
            decision("approve", Localized("Начислить", "Approve"), isApproved: true),
            decision("reject", Localized("Отклонить", "Reject"), isApproved: false),
        ],
        empty: (
            Localized("Приглашений нет", "No invitations"),
            Localized(
                "Здесь появится каждый, кто ввёл код друга.",
                "Everybody who enters a friend's code appears here."
            )
        )
    )

    static let title = Localized("Приглашения", "Invitations")

    static let tabs: [ResourceTab] = [
        ResourceTab(Localized("Все", "All"), of: { resource }),
        ResourceTab(Localized("На проверке", "To review"), [("state", "held")], of: { resource }),
        ResourceTab(Localized("Отклонены", "Rejected"), [("state", "rejected")], of: { resource }),
        ResourceTab(Localized("Кто приглашает", "Who invites"), of: { Inviters.resource }),
    ]

    private static let stateColumn = ResourceColumn(
        "state",
        .choice(states),
        Localized("Состояние", "State"),
        "r.state",
        place: .answer
    )
    private static let states = [
        ResourceChoice("paid", Localized("начислено", "paid"), "pub", icon: "check"),
        ResourceChoice("held", Localized("на проверке", "to review"), "warn", icon: "warn"),
        ResourceChoice("rejected", Localized("отклонено", "rejected"), "arch", icon: "x"),
    ]

    private static let reasons = [
        ResourceChoice("address", Localized("тот же адрес", "the same address"), "warn", icon: "warn"),
        ResourceChoice(
            "cap",
            Localized("сверх предела за месяц", "over the limit of a month"),
            "warn",
            icon: "warn"
        ),
    ]

    /// The action that approves or rejects; a rejected invitation can still be approved.
    private static func decision(_ name: String, _ title: Localized, isApproved: Bool) -> ResourceAction {
        ResourceAction(
            name,
            title,
            right: .correctPoints,
            isPrimary: isApproved,
            isOffered: { row in
                let state = resource.value(stateColumn, of: row)
                return state == "held" || isApproved && state == "rejected"
            },
            perform: { call in
                let points = try await ReferralDecision(services: call.services, signature: call.signature)
                    .make(isApproved, of: call.id)
                guard let points else {
                    return Localized("Приглашение отклонено", "The invitation is rejected")
                }
                let words = RecordCell.grouped(points)
                return Localized("Начислено \(words)", "\(words) points given")
            }
        )
    }
}

/// The list of the users who invited the most.
enum Inviters: ResourceDeclaration {
    static let resource: Resource = .init(
        app: "mall",
        parent: "referrals",
        name: "inviters",
        title: Referrals.title,
        one: Localized("Пригласивший", "Inviter"),
        about: Localized("Кто пригласил больше всех", "The users who have invited the most people"),
        path: "/people/referrals/inviters",
        navigation: "/people/referrals",
        section: .loyalty,
        source: ResourceSource(
            """
            (
                SELECT r.inviter_id, count(*) AS count, max(r.at) AS last_at,
                    CAST(sum(CASE WHEN r.state = 'paid' THEN 1 ELSE 0 END) AS bigint) AS paid,
                    CAST(sum(CASE WHEN r.state = 'held' THEN 1 ELSE 0 END) AS bigint) AS held,
                    CAST(coalesce(sum(p.change), 0) AS bigint) AS points
                FROM mall_referrals r LEFT JOIN points_entries p ON p.id = r.inviter_entry_id
                GROUP BY r.inviter_id
            ) s JOIN mall_users u ON u.id = s.inviter_id
            """,
            key: "s.inviter_id"
        ),
        columns: [
            .person("user", Localized("Кто", "Who")),
            ResourceColumn("count", .number, Localized("Пригласил", "Invited"), "s.count"),
            ResourceColumn("paid", .number, Localized("Начислено", "Paid"), "s.paid", place: .answer),
            ResourceColumn("held", .number, Localized("На проверке", "To review"), "s.held"),
            ResourceColumn("points", .number, Localized("Баллы", "Points"), "s.points"),
            ResourceColumn("last_at", .moment, Localized("Последний раз", "Last time"), "s.last_at"),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "s.inviter_id", place: .answer),
        ],
        orders: [ResourceOrder("count", Localized("Пригласил", "Invited"), "s.count", .number)],
        tabs: Referrals.tabs,
        empty: (
            Localized("Никто ещё не пригласил друга", "No user has invited a friend yet"),
            Localized("Здесь появятся те, чей код ввели.", "People whose code was entered appear here.")
        )
    )
}
