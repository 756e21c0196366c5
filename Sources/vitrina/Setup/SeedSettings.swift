import Core
import FoundationEssentials
import Web

/// Sets the app settings of a seed folder, `mall/settings.json`, unless staff have set them.
struct SeedSettings: Sendable {
    let session: Session
    let folder: String
    /// The names of the apps.
    let apps: [String]

    func run() async throws {
        for app in apps {
            let path = "\(folder)/\(app)/settings.json"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            guard let bytes = Input.bytes(in: path, sizeMax: Limits.bodySizeMax),
                let wanted = (try? JSON(parsing: bytes))?.object
            else {
                throw Failure(
                    .data,
                    "seed",
                    Localized("\(path): нужен объект JSON", "\(path): must hold a JSON object")
                )
            }
            let settings = try await session.api.get(["settings", app], as: Page<DecidedSetting.Answer>.self)
            // Settings for tests are not changed on a production server.
            let taken = settings.elements.filter { $0.isDecided || $0.isLocked }.map(\.name)
            let changes = wanted.filter { !taken.contains($0.key) }
            guard !changes.isEmpty else { continue }
            _ = try await session.api.send(APICall(.patch, ["settings", app], json: .object(changes)))
            session.note(Localized(same: "settings: \(changes.count)"))
        }
    }
}
