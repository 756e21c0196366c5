import Apps
import ArgumentParser
import Core
import Web

/// The commands of the cruises: `vitrina cruise import cruises.json`, `vitrina cruise users list`.
struct CruiseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cruise",
        "Круизы: загрузка файла оператора, заказы и оплаты, пользователи, заявки, служебный ключ.",
        "Cruises: the import of an operator's file, orders and payments, users, call-backs, the service key.",
        subcommands: [CruiseImportCommand.self, CruiseBooksCommand.self, CruiseKeyCommand.self]
            + resourceGroups(in: .app, of: Cruise().name)
    )
}
