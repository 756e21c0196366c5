import Apps
import ArgumentParser
import Core
import Web

/// Runs `vitrina cruise service-key`: only the digest of the key is saved, in the settings.
struct CruiseKeyCommand: AsyncParsableCommand {
    private static let length = 40

    static let configuration = CommandConfiguration(
        commandName: "service-key",
        "Создать служебный ключ; прежний перестанет работать.",
        "Make a service key; the former one stops working."
    )

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
            let key = RandomBytes.system.characters(Self.length, of: alphabet)
            let hash = SHA256.hex(key.utf8)
            _ = try await session.api.send(
                APICall(.patch, ["settings", Cruise().name], json: ["service_key_hash": .string(hash)])
            )
            session.answer(["key": .string(key)], ids: [key]) { Table(secret: [("key", key)]) }
            session.note(Localized("Ключ показан один раз.", "The key is shown only once."))
        }
    }
}
