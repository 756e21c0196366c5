import Apps
import ArgumentParser
import Core
import FoundationEssentials

/// Runs `vitrina export --to backup`.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Записать все записи с картинками и файлами в папку.",
        "Write all contents, with the pictures and files that they use, into a folder.",
        discussion: Localized(
            """
            vitrina import переносит их в другую установку такими же: опубликованное и нет, порядок, ссылки и картинки.

            \(ExportArea.summary.ru) Чтобы перенести всю установку: vitrina backup.
            """,
            """
            vitrina import puts them into another installation, where they are the same: what is published and what \
            is not, their order, references and pictures.

            \(ExportArea.summary.en) To move a whole installation: vitrina backup.
            """
        ).here
    )

    @Option(
        help: ArgumentHelp(
            "Папка; она будет создана и должна быть пустой.",
            "The folder, which is made; it must be empty.",
            valueName: "folder"
        )
    )
    var to: String

    @Option(
        help: ArgumentHelp(
            "Только эти виды: offers,shops.",
            "Only these types: offers,shops.",
            valueName: "types"
        )
    )
    var only: String?

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let types = try Catalog.types.map { $0.type }.only(only)
            try Self.makeEmpty(to)
            // Printed first, so that a part is not mistaken for the whole; always on standard error.
            session.terminal.note(ExportArea.summary)
            var (counts, uploads) = ([:] as [String: Int64], [] as Set<String>)
            let folder = ContentFolder(path: to, types: types, media: [])
            for type in types {
                let file = folder.file(of: type)
                try FileManager.default.createDirectory(
                    at: URL(filePath: file).deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try await session.export(type, to: file)
                try ContentFolder.read(file) { content in
                    counts[type.name, default: 0] += 1
                    for name in ["draft", "live"] {
                        uploads.formUnion(type.uploads(in: content[name]?.object ?? [:]).flatMap { $0.ids })
                    }
                }
            }
            let media = try await download(uploads, session)
            try ContentFolder(path: to, types: types, media: media).writeManifest()
            let json: JSON = [
                "contents": .object(counts.mapValues { .integer($0) }), "media": .integer(Int64(media.count)),
            ]
            session.answer(json, ids: []) {
                let columns = [
                    Table.Column(Localized("ВИД", "TYPE")),
                    Table.Column(Localized("ЗАПИСЕЙ", "CONTENTS"), isNumber: true),
                ]
                let rows =
                    types.map { [$0.name, String(counts[$0.name] ?? 0)] } + [["media", String(media.count)]]
                return Table(columns, rows: rows)
            }
        }
    }

    private func download(_ ids: Set<String>, _ session: Session) async throws -> [ContentFolder.Upload] {
        let directory = URL(filePath: "\(to)/media")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let folder = ContentFolder(path: to, types: [], media: [])
        let progress = session.progress(Localized("Файлы", "Files"))
        var media: [ContentFolder.Upload] = []
        for id in ids.sorted() {
            let file = folder.file(of: ContentFolder.Upload(id: id, name: id))
            media.append(ContentFolder.Upload(id: id, name: try await session.fetchUpload(id, to: file)))
            progress.show(media.count, of: ids.count)
        }
        progress.end()
        return media
    }

    private static func makeEmpty(_ path: String) throws {
        let files = FileManager.default
        if files.fileExists(atPath: path) {
            guard try files.contentsOfDirectory(atPath: path).isEmpty else {
                throw Failure.usage(
                    Localized("Папка \(path) не пуста.", "The folder \(path) is not empty.")
                )
            }
        }
        try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
}
