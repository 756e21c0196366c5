import Apps
import ArgumentParser
import Core
import Flags
import FoundationEssentials
import Web

/// Runs `vitrina seed`.
struct Seed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Наполнить пустую базу записями из файлов.",
        "Fill an empty database with contents from files.",
        discussion: Localized(
            "Если записи уже есть, ничего не делает без --again.",
            "It does nothing where there are contents already, unless --again."
        ).here
    )

    @Option(help: ArgumentHelp("Папка с файлами.", "The folder of the files."), completion: .directory)
    var from = "seeds/demo"
    @Flag(
        help: ArgumentHelp("Добавить, хотя записи уже есть.", "Add them although there are contents already.")
    ) var again = false
    @Flag(help: ArgumentHelp("Не придумывать людей.", "Make up no people.")) var withoutPeople = false
    @OptionGroup var options: Options

    func run() async throws {
        guard !options.dryRun else {
            throw Failure.usage(
                Localized(
                    "Здесь нет пробного запуска: возьмите пустую папку, --data /tmp/seed.",
                    "There is no dry run here: take an empty folder, --data /tmp/seed."
                )
            )
        }
        try await options.run(through: .seed) { session in
            var seeder = try Seeder(session: session, folder: from)
            if !again, try await seeder.findsContents() {
                session.answer(["created": 0, "uploaded": 0], ids: []) { .empty }
                session.note(
                    Localized(
                        "Записи уже есть, ничего не сделано. Всё равно добавить: --again",
                        "There are contents already; nothing was done. To add these too: --again"
                    )
                )
                return
            }
            try await seeder.run()
            let (created, uploaded) = (seeder.created, seeder.uploaded)
            let people = try await addDemo(session)
            let projects = try await addFlags(session)
            try await session.addToSearch()
            session.answer(
                [
                    "created": .integer(Int64(created)), "uploaded": .integer(Int64(uploaded)),
                    "people": .integer(Int64(people)), "flag_projects": .integer(Int64(projects)),
                ],
                ids: []
            ) { .empty }
            session.note(
                Localized(
                    "Создано записей: \(created), картинок: \(uploaded), пользователей: \(people).",
                    "Created \(created) contents with \(uploaded) pictures, and \(people) people."
                )
            )
        }
    }

    /// Adds flags with their history, only on a local database.
    private func addFlags(_ session: Session) async throws -> Int {
        let folder = "\(from)/flags"
        guard let services = session.services,
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return 0 }
        var count = 0
        for name in names.sorted() where name.hasSuffix(".json") {
            guard let bytes = Input.bytes(in: "\(folder)/\(name)", sizeMax: Limits.flagTemplateSizeMax) else {
                continue
            }
            let json = try JSON(parsing: bytes)
            let demo: FlagDemo
            do {
                demo = try FlagDemo(json, store: services.flags.store)
            } catch {
                throw Problem(error, inDemoFile: "\(folder)/\(name)")
            }
            count += try await demo.add()
        }
        return count
    }

    /// Adds what the apps of the folder make up for a demonstration, only on a local database.
    ///
    /// Returns the number of users; they come last, as they refer to the rest.
    private func addDemo(_ session: Session) async throws -> Int {
        guard let services = session.services else { return 0 }
        let apps = services.apps.filter { FileManager.default.fileExists(atPath: "\(from)/\($0.name)") }
        for app in apps { try await app.addDemo(services) }
        guard !withoutPeople else { return 0 }
        var count = 0
        for app in apps { count += try await app.addDemoPeople(from: "\(from)/\(app.name)", services) }
        return count
    }
}
