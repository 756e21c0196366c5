import Core
import Storage
import Web

/// The ledger of points of all users (M128, M131).
package enum PointsEntries: ResourceDeclaration {
    package static let resource = Resource(
        app: "mall",
        name: "points",
        title: Localized("Баллы и операции", "Points and transactions"),
        one: Localized("Операция", "Transaction"),
        about: Localized(
            "Всё, что начислено и списано; ошибку исправляет новая строка",
            "All that was given and taken; a new line corrects a mistake"
        ),
        path: "/people/points",
        section: .loyalty,
        source: ResourceSource(
            "points_entries e",
            joins: [ResourceJoin("u", "JOIN mall_users u ON u.id = e.account_id")],
            key: "e.id"
        ),
        columns: [
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "e.created_at"),
            .person("user", Localized("Кто", "Who")),
            ResourceColumn(
                "cause",
                .choice(causes),
                Localized("За что", "For what"),
                "e.cause",
                place: .main
            ),
            ResourceColumn("staff", .text, Localized("Сотрудник", "Staff"), staff, place: .below),
            ResourceColumn(
                "note",
                .text,
                Localized("Причина", "Reason"),
                "e.note",
                place: .below,
                right: .readPeople
            ),
            ResourceColumn("subject", .snapshot, Localized("Что", "What"), "e.subject"),
            ResourceColumn("change", .change, Localized("Баллы", "Points"), "e.change"),
            ResourceColumn("balance", .number, Localized("Стало", "Balance"), "e.balance"),
            ResourceColumn(
                "programme",
                .choice(sides),
                Localized("Сторона программы", "Side of the programme"),
                "e.programme",
                place: .answer
            ),
            ResourceColumn("by", .text, Localized("Кем", "By"), "e.author", place: .answer),
            ResourceColumn("number", .number, Localized("По порядку", "Number"), "e.number", place: .answer),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "e.id", place: .answer),
        ],
        filters: filters,
        // The ids of entries made at the same moment are in no order.
        orders: [ResourceOrder("number", Localized("По порядку", "Number"), "e.number", .number)],
        sums: sums,
        totals: totals,
        figures: "sums",
        hasOwnPage: true,
        isExported: true,
        empty: (
            Localized("Операций нет", "No transactions"),
            Localized(
                "Здесь появится всё, что начислено и списано: за регистрацию, опрос, покупки и записи.",
                "All that is given and taken appears here: for registrations, surveys, purchases and events."
            )
        )
    )

    private static let filters: [ResourceFilter] = [
        ResourceFilter(
            "cause",
            Localized("За что", "For what"),
            .choice(
                causes.map { ResourceOption($0.value, $0.title, "e.cause = \($0.value)") },
                all: Localized("За что угодно", "For anything")
            )
        ),
        ResourceFilter(
            "sign",
            Localized("Начисления или списания", "Awards or charges"),
            .choice(
                [
                    ResourceOption("plus", Localized("Начисления", "Given"), "e.change > 0"),
                    ResourceOption("minus", Localized("Списания", "Taken"), "e.change < 0"),
                ],
                all: Localized("Все", "All")
            )
        ),
        ResourceFilter(
            "programme",
            Localized("Сторона программы", "Side of the programme"),
            .tabs(
                PointsEntry.Programme.allCases.map { side in
                    ResourceOption(side.rawValue, PointsLabels.side(side), condition(of: side))
                }
            )
        ),
        // An account of another app has no owner here.
        .person("user", Localized("Кто", "Who")) {
            "e.account_id = (SELECT p.id FROM mall_users p WHERE p.id = \($0))"
        },
        ResourceFilter("subject", Localized("За", "For"), .content { "e.subject_id = \($0)" }),
        ResourceFilter("phone", Localized("Телефон", "Phone"), .phone(tables: ["u"])),
        ResourceFilter("period", Localized("Когда", "When"), .period("e.created_at", order: byTime)),
    ]

    /// The lines of a side of the programme; an index finds those of a side with one cause, of which there may be few.
    private static func condition(of side: PointsEntry.Programme) -> SQL {
        let lines: SQL = "e.programme = \(side.rawValue)"
        return switch side {
        case .issued, .spent: lines
        case .corrections: "\(lines) AND e.cause = \(PointsCause.correction.name)"
        case .expired: "\(lines) AND e.cause = \(PointsCause.expiry.name)"
        }
    }

    private static let byTime = ResourceOrder(
        "created_at",
        Localized("Когда", "When"),
        "e.created_at",
        .moment,
        then: "e.number"
    )

    /// The sums that the ledger keeps by the day.
    private static let totals = ResourceTotals(
        filters: ["cause", "sign", "programme"],
        count: total("e.lines")
    ) { period, connection in
        "\(try connection.pointsLines(of: "mall", from: period.from, until: period.until)) e"
    }

    /// The sums of the programme have the opposite sign of those of the users.
    private static let sums: [ResourceSum] =
        [
            ResourceSum(
                "count",
                Localized("Операций", "Transactions"),
                isHidden: true,
                ofTotals: total("e.lines")
            ) { _ in "count(*)" },
            ResourceSum("plus", Localized("Начислено", "Given"), isHidden: true) { _ in
                total("CASE WHEN e.change > 0 THEN e.change ELSE 0 END")
            },
            ResourceSum("minus", Localized("Списано", "Taken"), isHidden: true) { _ in
                total("CASE WHEN e.change < 0 THEN e.change ELSE 0 END")
            },
        ]
        + PointsEntry.Programme.allCases.map { side in
            ResourceSum("programme.\(side.rawValue)", PointsLabels.side(side), isHidden: true) { _ in
                total("CASE WHEN e.programme = \(side.rawValue) THEN -e.change ELSE 0 END")
            }
        }

    private static func total(_ points: SQL) -> SQL { "CAST(coalesce(sum(\(points)), 0) AS bigint)" }

    private static let causes: [ResourceChoice] = PointsLabels.causes.map {
        ResourceChoice($0.name, PointsLabels.cause($0.name))
    }

    private static let sides: [ResourceChoice] = PointsEntry.Programme.allCases.map {
        ResourceChoice($0.rawValue, PointsLabels.side($0))
    }

    /// The member of staff who made the entry; null for those of the app and the server.
    private static let staff: SQL = "CASE WHEN e.author IN ('app', 'Vitrina') THEN NULL ELSE e.author END"
}
