import Apps
import Core

/// A part of an installation's data that an export includes or leaves out.
///
/// A test checks that every table is in one of the lists.
struct ExportArea: Sendable {
    let title: Localized
    /// The tables of the part, in addition to those of the content types.
    let tables: Set<String>

    init(_ ru: String, _ en: String, _ tables: Set<String>) {
        (title, self.tables) = (Localized(ru, en), tables)
    }

    /// The parts of an export: entries with their drafts, order, numbers and references, and their uploads.
    static let taken = [
        ExportArea(
            "записи с черновиками",
            "contents with their drafts",
            ["contents", "drafts", "content_numbers", "origins"]
        ),
        ExportArea("картинки и файлы, которые в них есть", "the pictures and files that they use", ["media"]),
    ]

    /// The parts that are only in a copy of the database.
    static let left = [
        ExportArea("корзина", "the trash", []),
        ExportArea("история и журнал", "history and the log", ["history", "audit", "former_slugs"]),
        ExportArea(
            "планы и выпуски",
            "schedules and releases",
            ["schedules", "releases", "release_items"]
        ),
        ExportArea(
            "люди, их устройства, баллы, подарки, записи на события и отзывы",
            "people with their devices, points, gifts, registrations and reviews",
            [
                "mall_users", "mall_devices", "mall_bindings", "mall_gifts", "mall_uses", "mall_guests",
                "mall_referrals", "mall_reviews", "points_accounts", "points_entries", "points_lots", "stock",
                "codes",
            ]
        ),
        ExportArea(
            "аккаунты и карточки клиентов",
            "accounts and cards of clients",
            [
                "accounts_users", "accounts_clients", "accounts_parts", "accounts_links", "accounts_spares",
                "accounts_events",
            ]
        ),
        ExportArea(
            "флаги",
            "flags",
            [
                "flag_projects", "flag_versions", "flag_drafts", "flag_schedules", "flag_devices",
                "flag_keys",
                "flag_fetches", "flag_google",
            ]
        ),
        ExportArea(
            "расписание с ключами приложений",
            "the timetable with the keys of apps",
            [
                "timetable_countries", "timetable_regions", "timetable_settlements", "timetable_stations",
                "timetable_calendars", "timetable_threads", "timetable_transfers", "timetable_fares",
                "timetable_keys", "timetable_feeds", "timetable_origins",
            ]
        ),
        ExportArea(
            "круизы: люди, заказы и номера у операторов",
            "cruises: people, orders and ids of operators",
            [
                "cruise_users", "cruise_sessions", "cruise_devices", "cruise_callbacks",
                "cruise_origins", "cruise_orders", "cruise_order_cabins", "cruise_passengers",
                "cruise_order_discounts", "cruise_order_taxes", "cruise_order_history", "cruise_payments",
                "cruise_promos", "cruise_promo_uses", "cruise_payment_attempts", "cruise_refunds",
                "cruise_ledger", "cruise_test_bank", "cruise_documents",
                "cruise_order_notices",
            ]
        ),
        ExportArea(
            "настройки приложений и шаблоны сообщений",
            "settings of the apps and templates of messages",
            ["app_settings", "accounts_templates"]
        ),
        ExportArea(
            "сотрудники, токены и их виды списков",
            "staff with their tokens and views of lists",
            ["staff", "staff_tokens", "staff_sessions", "preferences", "notices"]
        ),
        ExportArea("рассылки", "campaigns", ["push_campaigns"]),
        ExportArea("веб-хуки", "web hooks", ["hooks", "hook_attempts"]),
        ExportArea("отправленные сообщения", "messages that were sent", ["outbox", "mail_files"]),
        ExportArea("счётчики и поисковые запросы", "counts and searches", ["day_counts", "mall_searches"]),
        ExportArea("секреты сервера", "secrets of the server", ["secrets"]),
    ]

    /// The tables that each installation fills by itself: indexes, heads of counters, locks, temporary data.
    static let made: Set<String> = [
        "links", "revisions", "search_documents", "search_places", "search_queue", "search_state",
        "search_variants", "search_words", "content_number_heads", "chores", "servers", "limits", "editing",
        "idempotency_keys", "history_passes", "history_pass_ends", "setup_links", "backups", "backup_plans",
        "points_totals", "points_totals_ends",
    ]

    /// One line about the included and the left out parts.
    static var summary: Localized {
        func list(_ areas: [ExportArea], _ language: Language, _ separator: String) -> String {
            areas.map { $0.title[language] }.joined(separator: separator)
        }
        return Localized(
            "Берётся: \(list(taken, .ru, "; ")). Остаётся: \(list(left, .ru, "; ")).",
            "Taken along: \(list(taken, .en, "; ")). Left behind: \(list(left, .en, "; "))."
        )
    }
}
