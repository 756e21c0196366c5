import ArgumentParser
import Core
import FoundationEssentials

/// The pictures and files of entries.
struct Media: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Картинки и файлы.",
        "Pictures and files.",
        subcommands: [Add.self, List.self, Focus.self, Move.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Загрузить файлы; имеющийся не загружается заново.",
            "Upload files; one that is there already is kept."
        )

        @Argument(help: ArgumentHelp("Файлы для загрузки.", "Files to upload."), completion: .file())
        var files: [String]
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var uploads: [JSON] = []
                for file in files { uploads.append(try await upload(file, session)) }
                let json: JSON = uploads.count == 1 ? uploads[0] : ["items": .array(uploads), "next": .null]
                try session.answer(json, ids: uploads.compactMap(\.id)) {
                    session.mediaTable(try [Core.Media](json: .array(uploads)))
                }
            }
        }

        private func upload(_ path: String, _ session: Session) async throws -> JSON {
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw Failure(
                    .data,
                    "unreadable",
                    Localized("Файл \(path) не прочитать.", "The file \(path) cannot be read.")
                )
            }
            do {
                return try await session.send(path, named: URL(filePath: path).lastPathComponent)
            } catch var failure as Failure where failure.exit == .data {
                failure.advice.append(Localized("файл \(path)", "file \(path)"))
                throw failure
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список загруженного, новое сверху.",
            "List what was uploaded, the newest first."
        )

        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                try await session.answerPage(["media"], page, table: session.mediaTable)
            }
        }
    }
}

extension Session {
    fileprivate func mediaTable(_ items: [Core.Media]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("ИМЯ", "NAME"), isFlexible: true),
            Table.Column(Localized("ТИП", "TYPE")),
            Table.Column(Localized("БАЙТ", "BYTES"), isNumber: true),
            Table.Column(Localized("РАЗМЕР", "SIZE")),
        ]
        let rows = items.map { item in
            let sides = [item.width, item.height].compactMap { $0 }.map { String($0) }
            return [
                item.id, item.name, item.type.rawValue, String(item.size), sides.joined(separator: "×"),
            ]
        }
        return Table(columns, rows: rows)
    }
}
