import ArgumentParser
import Core
import Flags

/// Remote flags: values that apps fetch without a release.
struct Flags: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Флаги приложений (Firebase Remote Config и OpenFeature).",
        "Remote flags of the apps (Firebase Remote Config and OpenFeature).",
        discussion: Localized(
            """
            Примеры:
              vitrina flags list
              vitrina flags set paywall_variant extended
              vitrina flags set paywall_close_opacity 0.4 --if "Moderation 2.4.0"
              vitrina flags diff
              vitrina flags publish --note "Новый экран оплаты"
              vitrina flags rollback 41
              vitrina flags explain paywall_variant --platform ios --app-version 2.4.0

            Изменения ждут в общем черновике, пока его не опубликуют.
            """,
            """
            Examples:
              vitrina flags list
              vitrina flags set paywall_variant extended
              vitrina flags set paywall_close_opacity 0.4 --if "Moderation 2.4.0"
              vitrina flags diff
              vitrina flags publish --note "A new paywall"
              vitrina flags rollback 41
              vitrina flags explain paywall_variant --platform ios --app-version 2.4.0

            Changes wait in a draft that everybody sees, until it is published.
            """
        ).here,
        subcommands: [
            List.self, Get.self, Set.self, Unset.self, Rename.self, Reset.self, Describe.self, Diff.self,
            Lint.self, Publish.self, Schedule.self, Schedules.self, Approve.self, Discard.self, History.self,
            Show.self, Rollback.self, Explain.self, Watch.self, Statistics.self, Export.self, Import.self,
            Defaults.self, Promote.self, Google.self, Push.self, Pull.self,
        ]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список параметров черновика; звёздочка — приложения ещё не видят.",
            "List the parameters as the draft has them; a star marks what apps do not see yet."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Flag(help: ArgumentHelp("Как видят приложения.", "As apps see them.")) var live = false
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let rows = FlagRow.all(in: try await place.sheet(session, isLive: live))
                session.answer(["items": .array(rows.map(\.json)), "next": .null], ids: rows.map(\.key)) {
                    session.flagTable(rows)
                }
            }
        }
    }

    struct Get: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать параметр и его значения при условиях.",
            "Show one parameter with its values under conditions."
        )

        @OptionGroup var flag: FlagArgument
        @Flag(help: ArgumentHelp("Как видят приложения.", "As apps see it.")) var live = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let row = try flag.row(in: try await flag.place.sheet(session, isLive: live))
                session.answer(row.json, ids: [row.key]) { session.valueTable(row) }
            }
        }
    }
}

/// The argument that names a parameter.
struct FlagArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Ключ параметра.", "The key of the parameter."),
        completion: .custom(Candidates.flagKeys)
    ) var key: String
    @OptionGroup var place: FlagPlaceOptions

    func row(in sheet: FlagSheet) throws(Failure) -> FlagRow {
        guard let row = knownRow(in: sheet) else {
            throw Failure(
                .notFound,
                Problem.Kind.notFound.rawValue,
                Localized("Параметра «\(key)» нет.", "There is no parameter \(key).")
            )
        }
        return row
    }

    func knownRow(in sheet: FlagSheet) -> FlagRow? { FlagRow.all(in: sheet).first { $0.key == key } }
}

/// A row of the list of parameters.
struct FlagRow {
    let key: String
    let parameter: FlagParameter
    let note: FlagMetadata?
    let isChanged: Bool

    var json: JSON {
        [
            "key": .string(key), "group": JSON(parameter.group), "parameter": parameter.json,
            "note": note?.json ?? [:], "is_changed": .bool(isChanged),
        ]
    }

    /// The rows by group and key.
    static func all(in sheet: FlagSheet) -> [FlagRow] {
        let changed = Swift.Set(sheet.changes.filter { $0.subject == .parameter }.map(\.name))
        let (template, notes) = (sheet.sheet.template, sheet.sheet.notes)
        let rows = template.parameters.sorted { $0.key < $1.key }.map { key, parameter in
            FlagRow(
                key: key,
                parameter: parameter,
                note: notes.parameters[key],
                isChanged: changed.contains(key)
            )
        }
        // Parameters without a group come last.
        return template.groups.keys.sorted().flatMap { group in rows.filter { $0.parameter.group == group } }
            + rows.filter { $0.parameter.group == nil }
    }

    /// The value as text; in parentheses if it is the in-app default.
    static func text(_ value: FlagValue?, _ session: Session) -> String {
        guard let value else { return "—" }
        switch value.kind {
        case .text(let text): return text
        case .inAppDefault: return session.text(Localized("(как в приложении)", "(in-app default)"))
        case .managed: return value.json.text
        }
    }
}

/// The draft or the published version, as the commands show it.
struct FlagSheet {
    let sheet: AnnotatedTemplate
    /// The changes of the draft; empty for a version.
    let changes: [FlagChange]

    init(_ draft: FlagDraft.WholeAnswer) {
        (sheet, changes) = (draft.sheet, draft.draft.changes)
    }

    init(published sheet: AnnotatedTemplate) {
        (self.sheet, changes) = (sheet, [])
    }
}

extension Session {
    fileprivate func flagTable(_ rows: [FlagRow]) -> Table {
        let columns = [
            Table.Column(Localized("ПАРАМЕТР", "PARAMETER")),
            Table.Column(Localized("ТИП", "TYPE")),
            Table.Column(Localized("ЗНАЧЕНИЕ", "VALUE"), isFlexible: true),
            Table.Column(Localized("УСЛОВИЯ", "CONDITIONS"), isFlexible: true),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
        ]
        return Table(
            columns,
            rows: rows.map { row in
                [
                    row.isChanged ? "\(row.key) *" : row.key,
                    row.parameter.type.rawValue.lowercased(),
                    FlagRow.text(row.parameter.value, self),
                    row.parameter.conditional.keys.sorted().joined(separator: ", "),
                    row.note?.title ?? row.parameter.description ?? "",
                ]
            }
        )
    }

    /// The table of the default value and of the values under conditions.
    fileprivate func valueTable(_ row: FlagRow) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "WHEN")),
            Table.Column(Localized("ЗНАЧЕНИЕ", "VALUE"), isFlexible: true),
        ]
        let conditional = row.parameter.conditional.sorted { $0.key < $1.key }
        return Table(
            columns,
            rows: conditional.map { [$0.key, FlagRow.text($0.value, self)] } + [
                [
                    text(Localized("иначе", "otherwise")),
                    FlagRow.text(row.parameter.value, self),
                ]
            ]
        )
    }
}
