import Apps
import ArgumentParser
import Core
import FoundationEssentials
import Glibc
import Storage

/// The stories of the travel app: its board, and the bundle that it ships with.
struct StoriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stories",
        "Истории, какими их видит приложение.",
        "Stories as the app has them.",
        discussion: Localized(
            "Сами записи: vitrina story_groups и vitrina story_pages.",
            "Contents themselves: vitrina story_groups and vitrina story_pages."
        ).here,
        subcommands: [Show.self, Export.self]
    )

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать истории со страницами и почему приложение что-то не показывает.",
            "Show every story with its pages, and why the app does not show one."
        )

        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let board = try await session.api.get(["stories", "board"])
                let groups = try StoryBoard.Answer(json: board).groups
                session.answer(board, ids: groups.map(\.content.id)) { session.table(groups) }
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Записать набор для сборки приложения: JSON и картинки всех размеров.",
            "Write the bundle that an app ships with: JSON, and pictures in every size.",
            discussion: Localized(
                """
                Примеры:
                  vitrina stories export --bundle Resources/Stories --force
                  vitrina stories export --bundle stories.zip --form plain --lang ru
                  vitrina stories export --bundle next.zip --at "2026-12-31 12:00"

                ios — каталог ресурсов (Stories.xcassets) с ru.lproj/stories.json и en.lproj/stories.json;
                plain — images/ с ru/stories.json и en/stories.json. С --lang есть один stories.json.
                Одно и то же содержимое даёт одни и те же байты.
                """,
                """
                Examples:
                  vitrina stories export --bundle Resources/Stories --force
                  vitrina stories export --bundle stories.zip --form plain --lang ru
                  vitrina stories export --bundle next.zip --at "2026-12-31 12:00"

                ios is an asset catalogue (Stories.xcassets) with ru.lproj/stories.json and en.lproj/stories.json;
                plain is images/ with ru/stories.json and en/stories.json. With --lang there is one stories.json.
                The same content gives the same bytes.
                """
            ).here
        )

        @Option(
            help: ArgumentHelp(
                "Куда: папка или файл с именем на .zip.",
                "Where to: a folder, or a file whose name ends in .zip.",
                valueName: "path"
            ),
            completion: .file()
        )
        var bundle: String
        @Option(help: ArgumentHelp("ios или plain.", "ios or plain.")) var form = BundleForm.ios
        @Option(
            help: ArgumentHelp(
                "Только этот язык: ru или en.",
                "Only this language: ru or en.",
                valueName: "language"
            )
        )
        var lang: String?
        @Option(
            help: ArgumentHelp("На этот момент (сейчас).", "As of this moment (now).", valueName: "moment")
        ) var at: String?
        @Flag(
            help: ArgumentHelp(
                "Заменить папку или файл, которые там есть.",
                "Put it in the place of the folder or file that is there."
            )
        ) var force = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let isFile = bundle.lowercased().hasSuffix(".zip")
                let bundle = try place
                try requireRoom(at: bundle, isFile: isFile)
                var query = [(name: "form", value: form.rawValue)]
                if let lang { query.append(("lang", lang)) }
                query += try session.moments([("at", at)])
                let file = isFile ? bundle : "\(bundle).zip.part"
                try await session.download(
                    APICall(.get, ["stories", "bundle"], query: query),
                    to: file,
                    Localized("Набор, КиБ", "Bundle, KiB")
                )
                let count: Int
                if isFile {
                    count = try BundleArchive(file).entries.count
                } else {
                    defer { unlink(file) }
                    count = try BundleArchive(file).unpack(to: bundle)
                }
                session.answer(
                    [
                        "bundle": .string(bundle), "form": .string(form.rawValue),
                        "files": .integer(Int64(count)),
                    ],
                    ids: [bundle]
                ) { .empty }
                session.note(
                    Localized(
                        "Файлов: \(count), записано в \(bundle).",
                        "\(count) files, written to \(bundle)."
                    )
                )
            }
        }

        /// The path without trailing slashes, because temporary files are created next to it.
        private var place: String {
            get throws(Failure) {
                let path = String(bundle.reversed().drop { $0 == "/" }.reversed())
                guard !path.isEmpty else {
                    throw .usage(Localized("--bundle: нужен путь.", "--bundle: a path is needed."))
                }
                return path
            }
        }

        /// Throws if there are files, unless `--force` allows replacing them.
        private func requireRoom(at bundle: String, isFile: Bool) throws(Failure) {
            var isDirectory = false
            guard FileManager.default.fileExists(atPath: bundle, isDirectory: &isDirectory) else { return }
            if isDirectory == isFile {
                throw .usage(
                    Localized(
                        isFile ? "\(bundle) — это папка." : "\(bundle) — это файл, а не папка.",
                        isFile ? "\(bundle) is a folder." : "\(bundle) is a file and no folder."
                    )
                )
            }
            let isEmpty =
                !isFile && (try? FileManager.default.contentsOfDirectory(atPath: bundle))?.isEmpty == true
            guard !force, !isEmpty else { return }
            throw .usage(
                Localized(
                    "\(bundle) уже есть. Заменить: --force",
                    "\(bundle) is there already. To replace it: --force"
                )
            )
        }
    }
}

/// The layout of the files of a bundle.
enum BundleForm: String, CaseIterable, ExpressibleByArgument, Sendable {
    case ios, plain
}

extension Session {
    /// One row for a story, followed by one for each of its pages.
    fileprivate func table(_ groups: [StoryBoard.Answer.Group]) -> Table {
        let columns = [
            Table.Column(Localized("№", "NO")),
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("СЕКУНД", "SECONDS")),
            Table.Column(Localized("ПОЧЕМУ НЕ ВИДНО", "WHY IT IS NOT SEEN"), isReason: true),
        ]
        return Table(
            columns,
            rows: groups.flatMap { group in
                [row(group.content, reason: group.reason ?? "", indent: "")]
                    + group.pages.map { row($0, reason: "", indent: "  ") }
            }
        )
    }

    private func row(_ content: Content.Answer, reason: String, indent: String) -> [String] {
        [
            content.number.map { String($0) } ?? "", content.id, indent + content.title,
            content.state.rawValue,
            content.fields.integer("duration_seconds").map { String($0) } ?? "", reason,
        ]
    }
}
