import Apps
import ArgumentParser
import Core

/// Runs `vitrina import backup`.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Принять папку, которую записал vitrina export.",
        "Bring in a folder that vitrina export has written.",
        discussion: Localized(
            """
            Записи с тем же id станут такими, как в папке, другие не меняются; ничего не удаляется. Если в файле есть \
            ошибка, не записывается ничего.
            """,
            """
            Contents with the same id become as they are in the folder, others are left alone; nothing is removed. \
            Nothing is written where a file has a fault.
            """
        ).here
    )

    @Argument(help: ArgumentHelp("Папка.", "The folder.")) var folder: String
    @Option(
        help: ArgumentHelp(
            "Только эти виды: offers,shops.",
            "Only these types: offers,shops.",
            valueName: "types"
        )
    ) var only: String?
    @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let source = try ContentFolder(reading: folder)
            let importer = FolderImport(
                session: session,
                folder: ContentFolder(path: folder, types: try source.types.only(only), media: source.media),
                note: reason.note
            )
            let plan = try await importer.plan()
            let changes = plan.filter { $0.summary.hasChanges }
            if options.dryRun || changes.isEmpty {
                session.answer(plan)
                if !options.dryRun {
                    session.note(Localized("Менять нечего.", "There is nothing to change."))
                }
                return
            }
            let list = changes.map { (name: $0.type.name, text: $0.summary.text) }
            try session.terminal.confirm(
                Localized(
                    list.map { "\($0.name): \($0.text.ru)." }.joined(separator: " "),
                    list.map { "\($0.name): \($0.text.en)." }.joined(separator: " ")
                ),
                isAgreed: yes
            )
            session.answer(try await importer.run())
        }
    }
}

/// The result of one type.
struct TypeImport: Sendable {
    let type: ContentType
    let summary: ImportSummary
}

/// The import of a whole folder: media first, then types in the order of their references.
struct FolderImport: Sendable {
    let session: Session
    let folder: ContentFolder
    let note: String?

    /// Runs a dry run that treats referenced files of the folder as existing.
    func plan() async throws -> [TypeImport] {
        var imports: [TypeImport] = []
        for type in folder.types {
            let report = try await call(type).send(Self.query(isDryRun: true))
            imports.append(TypeImport(type: type, summary: try ImportSummary(report)))
        }
        try requireFound(imports.map(\.summary.report))
        return imports
    }

    func run() async throws -> [TypeImport] {
        try await upload()
        var imports: [TypeImport] = []
        var again: [ContentType] = []
        for type in folder.types {
            let summary = try ImportSummary(await call(type).send(Self.query(isDryRun: false)))
            try call(type).requireNoneRefused(summary.report)
            imports.append(TypeImport(type: type, summary: summary))
            if summary.report.incomplete > 0 { again.append(type) }
        }
        // Types with circular references are sent again, because all their entries exist now.
        for type in again {
            let summary = try ImportSummary(await call(type).send([(name: "format", value: "json")]))
            try call(type).requireNoneRefused(summary.report)
        }
        return imports
    }

    private func call(_ type: ContentType) throws -> ImportCall {
        ImportCall(
            session: session,
            path: type.path + ["import"],
            title: type.title,
            file: try ImportFile(folder.file(of: type)),
            note: note
        )
    }

    private static func query(isDryRun: Bool) -> [(name: String, value: String)] {
        [("format", "json"), ("missing", "later"), ("dry_run", isDryRun ? "true" : "false")]
    }

    /// Throws unless every missing reference is in the folder.
    private func requireFound(_ reports: [ImportReport]) throws {
        var missing: [String: Set<String>] = [:]
        for report in reports { missing.merge(report.missing) { $0.union($1) } }
        missing["media"]?.subtract(folder.media.map(\.id))
        for type in folder.types where missing[type.name]?.isEmpty == false {
            try ContentFolder.read(folder.file(of: type)) { content in
                if let id = content.id { missing[type.name]?.remove(id) }
            }
        }
        let faults = missing.sorted { $0.key < $1.key }.flatMap { name, ids in
            ids.sorted().prefix(Limits.importFaultsMax).map {
                Fault("#/\(name)", "нет \($0)", "\($0) is neither here nor in the folder")
            }
        }
        guard faults.isEmpty else {
            throw Failure(
                .data,
                Problem.Kind.invalid.rawValue,
                Localized(
                    "Записи ссылаются на то, чего нет; ничего не записано.",
                    "Contents refer to what is not there; nothing was written."
                ),
                faults: faults
            )
        }
    }

    private func upload() async throws {
        let progress = session.progress(Localized("Файлы", "Files"))
        for (index, upload) in folder.media.enumerated() {
            progress.show(index, of: folder.media.count)
            if try await isThere(upload) { continue }
            let id = try await session.upload(folder.file(of: upload), named: upload.name)
            guard id == upload.id else {
                throw Failure(
                    .data,
                    "folder",
                    Localized("Файл media/\(upload.id) испорчен.", "The file media/\(upload.id) is damaged.")
                )
            }
        }
        progress.end()
    }

    private func isThere(_ upload: ContentFolder.Upload) async throws -> Bool {
        do {
            _ = try await session.api.get(["media", upload.id])
            return true
        } catch let failure as Failure where failure.exit == .notFound {
            return false
        }
    }
}

extension Session {
    fileprivate func answer(_ imports: [TypeImport]) {
        let json = imports.map { ($0.type.name, $0.summary.report.summary) }
        answer(["types": .object(Dictionary(json) { first, _ in first })], ids: []) {
            let columns = [
                Table.Column(Localized("ВИД", "TYPE")),
                Table.Column(Localized("НОВЫХ", "NEW"), isNumber: true),
                Table.Column(Localized("ИЗМЕНЕНО", "CHANGED"), isNumber: true),
                Table.Column(Localized("ПРЕЖНИХ", "UNCHANGED"), isNumber: true),
            ]
            return Table(
                columns,
                rows: imports.map { item in
                    let summary = item.summary.report
                    return [item.type.name]
                        + [summary.new, summary.changed, summary.unchanged].map { String($0) }
                }
            )
        }
    }
}
