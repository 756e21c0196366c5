import ArgumentParser
import Core
import Storage
import Web

extension Media {
    /// Runs `vitrina media move`.
    struct Move: AsyncParsableCommand {
        private static let shownMax = 10

        static let configuration = CommandConfiguration(
            "Скопировать все загрузки в другое место: папку или S3.",
            "Copy all uploads to another place: a directory or S3.",
            discussion: Localized(
                """
                Файлы копируются из места настройки media_dir, каждый сверяется со своей суммой. Что уже есть, остаётся, \
                поэтому прерванное можно начать снова. Сервер может работать. Потом остановите его, повторите команду, \
                чтобы перенести загруженное за это время, и смените настройку.

                Пример:
                  vitrina media move --to s3://bucket/media
                """,
                """
                The files are copied from the place of the setting media_dir, and each is compared with its digest. What is \
                there already is kept, so an interrupted copy can be begun again. A server may go on meanwhile. Then stop \
                it, run the command again for what was uploaded since, and change the setting.

                Example:
                  vitrina media move --to s3://bucket/media
                """
            ).here
        )

        @Option(
            help: ArgumentHelp(
                "Куда: папка или s3://бакет/префикс.",
                "Where to: a directory or s3://bucket/prefix.",
                valueName: "place"
            ),
            completion: .directory
        ) var to: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                guard let services = session.services else {
                    throw Failure.usage(
                        Localized(
                            "media move работает с самими файлами: добавьте --context none.",
                            "media move works on the files themselves: add --context none."
                        )
                    )
                }
                let configuration = session.configuration
                let place = try target(configuration)
                let move = MediaMove(
                    from: try configuration.store(at: configuration.mediaPlace, isShared: true),
                    to: try configuration.store(at: place, isShared: true),
                    database: services.database,
                    scratch: "\(configuration.data)/uploads"
                )
                let progress = session.progress(Localized("Файлы", "Files"))
                let report = try await move.run(isDryRun: session.isDryRun) { progress.show($0, of: $1) }
                progress.end()
                try answer(report, place, session)
            }
        }

        private func target(_ configuration: Configuration) throws(Failure) -> ObjectPlace {
            let place = try ObjectPlace(to, option: "--to")
            guard place != configuration.mediaPlace else {
                throw Failure.usage(
                    Localized("Загрузки уже в \(place).", "The uploads are in \(place) already.")
                )
            }
            return place
        }

        private func answer(_ report: MediaMove.Report, _ place: ObjectPlace, _ session: Session) throws {
            session.answer(report.json, ids: []) { .empty }
            let (copied, present, megabytes) = (report.copied, report.present, report.size >> 20)
            session.report(
                session.isDryRun
                    ? Localized(
                        "Скопируется файлов: \(copied) (\(megabytes) МиБ), уже на месте: \(present).",
                        "\(copied) files would be copied (\(megabytes) MiB); \(present) are there already."
                    )
                    : Localized(
                        "Скопировано файлов: \(copied) (\(megabytes) МиБ), было на месте: \(present).",
                        "\(copied) files were copied (\(megabytes) MiB); \(present) were there already."
                    )
            )
            let lost = report.missing + report.damaged
            guard lost.isEmpty else { throw Self.failure(lost) }
            guard !session.isDryRun else { return }
            let variable = Setting.mediaDirectory.environmentName
            session.report(
                Localized(
                    "Теперь остановите сервер, повторите команду и задайте \(variable)=\(place)",
                    "Now stop the server, run this again, and set \(variable)=\(place)"
                )
            )
        }

        private static func failure(_ lost: [String]) -> Failure {
            Failure(
                .data,
                "files",
                Localized(
                    "Файлов нет или они испорчены: \(lost.count). Верните их из копии.",
                    "\(lost.count) files are missing or damaged. Take them from a backup."
                ),
                advice: lost.prefix(shownMax).map { Localized(same: $0) }
            )
        }
    }
}

extension MediaMove.Report {
    fileprivate var json: JSON {
        [
            "copied": .integer(Int64(copied)), "present": .integer(Int64(present)),
            "size": .integer(Int64(size)), "missing": .array(missing.map { .string($0) }),
            "damaged": .array(damaged.map { .string($0) }),
        ]
    }
}
