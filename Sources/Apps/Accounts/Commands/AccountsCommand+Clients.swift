import Apps
import ArgumentParser
import Core

extension AccountsCommand {
    /// Cards of clients and their partner zones.
    struct Clients: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Карточки клиентов: долги и права в партнёрских зонах.",
            "Cards of clients, and what each owes and is granted in the partner zones.",
            discussion: Localized(
                """
                Примеры:
                  vitrina accounts clients list --parts
                  vitrina accounts clients show CLIENT
                  vitrina accounts clients set CLIENT --zone spb --name 'Базы СПб' --forfeit 1500 --discount 10
                  vitrina accounts clients remove CLIENT PART
                """,
                """
                Examples:
                  vitrina accounts clients list --parts
                  vitrina accounts clients show CLIENT
                  vitrina accounts clients set CLIENT --zone spb --name 'Базы СПб' --forfeit 1500 --discount 10
                  vitrina accounts clients remove CLIENT PART
                """
            ).here,
            subcommands: [List.self, Show.self, Set.self, Remove.self]
        )

        static let path = ["accounts", "clients"]

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                "Список клиентов, новые сверху.",
                "List clients, newest first."
            )

            @Argument(
                help: ArgumentHelp(
                    "Цифры телефона, слова имени или адреса.",
                    "Digits of the phone, words of the name or address."
                )
            ) var text: String?
            @Flag(
                inversion: .prefixedNo,
                help: ArgumentHelp("Есть данные партнёрских зон.", "Have data of partner zones.")
            ) var parts: Bool?
            @Flag(inversion: .prefixedNo, help: ArgumentHelp("Есть логин.", "Have a login.")) var login: Bool?
            @OptionGroup var page: PageOptions
            @OptionGroup var watch: WatchOptions
            @OptionGroup var options: Options

            func run() async throws {
                try await options.run(watching: watch) { session in
                    let query = [("q", text)].given + [("parts", parts), ("login", login)].given
                    try await session.answerPage(Clients.path, page, query, table: session.clientTable)
                }
            }
        }

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                "Показать клиента с его зонами.",
                "Show a client with the zones."
            )

            @Argument(help: ArgumentHelp("Id клиента.", "The id of the client.")) var id: String
            @OptionGroup var options: Options

            func run() async throws {
                try await options.run { session in
                    try session.answerClient(try await session.api.get(Clients.path + [id]))
                }
            }
        }

        struct Set: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                "Добавить или изменить зону клиента; что не названо, останется.",
                "Add or change a zone of a client; what is not named stays.",
                discussion: Localized(
                    "Без --zone это зона самого приложения, «Мобильный».",
                    "Without --zone it is the app's own zone, «Мобильный»."
                ).here
            )

            @Argument(help: ArgumentHelp("Id клиента.", "The id of the client.")) var id: String
            @Option(help: ArgumentHelp("Зона.", "The zone.", valueName: "id")) var zone: String?
            @Option(help: ArgumentHelp("Как называется зона.", "The name of the zone.")) var name: String?
            @Option(
                help: ArgumentHelp(
                    "Сколько должен, в рублях.",
                    "The debt, in roubles.",
                    valueName: "roubles"
                )
            ) var forfeit: Int64?
            @Option(help: ArgumentHelp("От 0 до 100.", "0 to 100.", valueName: "percent")) var discount:
                Int64?
            @Flag(inversion: .prefixedNo, help: ArgumentHelp("Не может бронировать.", "May not book."))
            var banned: Bool?
            @Option(help: ArgumentHelp("Терминал оплаты.", "The terminal of the payments.")) var terminal:
                String?
            @Option(
                name: .customLong("channel"),
                help: ArgumentHelp(
                    "Способ оплаты; вместо прежних.",
                    "A payment method; those given replace the former ones.",
                    valueName: "kind|name|url"
                )
            )
            var channels: [String] = []
            @OptionGroup var options: Options

            func run() async throws {
                try await options.run { session in
                    let path = Clients.path + [id]
                    let parts = try await session.api.get(path, as: ClientAnswer.self).parts
                    let before = parts.first { $0.domainID == zone }
                    let body = JSON.object(body(over: before))
                    let call =
                        if let part = before?.id {
                            APICall(.put, path + ["parts", part], json: body)
                                .ifMatch(before?.revision)
                        } else {
                            APICall(.post, path + ["parts"], json: body)
                        }
                    try session.answerClient(try await session.api.send(call))
                    session.note(Localized("Зона сохранена.", "The zone is saved."))
                }
            }

            private func body(over before: ClientAnswer.Part?) -> [String: JSON] {
                var body: [String: JSON] = [
                    "domain_id": zone.map { .string($0) } ?? .null,
                    "name": .string(name ?? before?.name ?? ""),
                    "forfeit": .integer(forfeit ?? before?.forfeit ?? 0),
                    "discount": .integer(discount ?? before?.discount ?? 0),
                    "is_banned": .bool(banned ?? before?.isBanned ?? false),
                    "terminal": JSON(terminal ?? before?.terminal),
                    "channels": before?.channels ?? [],
                ]
                if !channels.isEmpty { body["channels"] = .array(channels.map(Self.channel)) }
                return body
            }

            private static func channel(_ text: String) -> JSON {
                let words = text.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
                    .map { String($0) }
                return [
                    "kind": .string(words.first ?? ""), "name": .string(words.count > 1 ? words[1] : ""),
                    "prepay_url": words.count > 2 ? .string(words[2]) : .null,
                ]
            }
        }

        struct Remove: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                "Убрать зону клиента.",
                "Take a zone of a client away."
            )

            @Argument(help: ArgumentHelp("Id клиента.", "The id of the client.")) var id: String
            @Argument(help: ArgumentHelp("Id части, как в `show`.", "The id of the part, as `show` has it."))
            var part: String
            @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
            @OptionGroup var options: Options

            func run() async throws {
                try await options.run { session in
                    let path = Clients.path + [id]
                    let part = try await session.api.whole(part, in: path + ["parts"])
                    let parts = try await session.api.get(path, as: ClientAnswer.self).parts
                    let before = parts.first { $0.id == part }
                    let name = before?.name ?? part
                    try session.terminal.confirm(
                        Localized("Зона «\(name)» исчезнет.", "The zone “\(name)” goes."),
                        isAgreed: yes
                    )
                    let call = APICall(.delete, path + ["parts", part])
                        .ifMatch(before?.revision ?? 0)
                    try session.answerClient(try await session.api.send(call))
                    session.note(Localized("Зона убрана.", "The zone is gone."))
                }
            }
        }
    }
}

extension Session {
    fileprivate func clientTable(_ items: [ClientRowAnswer]) -> Table {
        let columns = [
            Table.Column("ID"), Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("ТЕЛЕФОН", "PHONE")),
            Table.Column(Localized("ЛОГИН", "LOGIN")),
            Table.Column(Localized("ЗОН", "ZONES"), isNumber: true),
        ]
        let rows = items.map { client in
            [
                client.id, client.name ?? "", client.phone ?? "", client.hasLogin ? "+" : "",
                String(client.partsCount),
            ]
        }
        return Table(columns, rows: rows)
    }

    fileprivate func answerClient(_ json: JSON) throws {
        try answer(json) {
            let columns = [
                Table.Column(Localized("ЗОНА", "ZONE")),
                Table.Column(Localized("НАЗВАНИЕ", "NAME"), isFlexible: true),
                Table.Column(Localized("ШТРАФ", "FORFEIT"), isNumber: true),
                Table.Column(Localized("СКИДКА", "DISCOUNT"), isNumber: true),
                Table.Column(Localized("ЗАПРЕТ", "BANNED")), Table.Column("ID"),
            ]
            let rows = try ClientAnswer(json: json).parts.map { part in
                [
                    part.domainID ?? "", part.name, String(part.forfeit), String(part.discount),
                    part.isBanned ? "+" : "", part.id,
                ]
            }
            return Table(columns, rows: rows)
        }
    }
}
