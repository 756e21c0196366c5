import Core
import Flags
import Storage

extension Checkup {
    /// Checks the key files of projects linked to Firebase, and of the project for notifications.
    mutating func look(atGoogle configuration: Configuration, _ store: FlagStore) async throws {
        let links = try await store.projects().compactMap { $0.settings.google?.project }
        let projects = Set(links + [configuration.google.pushProject].compactMap { $0 })
        guard !projects.isEmpty else { return }
        let count = lines.count
        for project in projects.sorted() {
            do throws(GoogleFault) {
                _ = try GoogleAccount.load(project: project, from: configuration.google.keys)
            } catch {
                warn(
                    "google_keys",
                    Localized("\(project): \(error.detail.ru)", "\(project): \(error.detail.en)"),
                    Localized(
                        "Положите ключ сервисного аккаунта в папку google_keys.",
                        "Put the key of a service account into the directory google_keys."
                    )
                )
                continue
            }
            let path = "\(configuration.google.keys ?? "")/\(project).json"
            guard Self.isReadableByOthers(path) else { continue }
            warn(
                "google_keys",
                Localized("Ключ \(path) видят все.", "Anybody can read the key \(path)."),
                Localized(same: "chmod 600 \(path)")
            )
        }
        if lines.count == count {
            ok("google_keys", Localized("Ключи Firebase на месте.", "The keys for Firebase are there."))
        }
    }
}
