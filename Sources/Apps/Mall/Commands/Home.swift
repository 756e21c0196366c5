import Apps
import ArgumentParser
import Core

/// The home screen of the app, block by block.
struct Home: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Главный экран приложения.",
        "The home screen of the app.",
        subcommands: [Show.self, Put.self, Remove.self, Move.self]
    )

    fileprivate static let path = ["mall", "home"]

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать блоки и карточки.",
            "Show the blocks and their cards."
        )

        @Argument(
            help: ArgumentHelp("Только этот блок.", "Only this block."),
            completion: .custom(Candidates.blocks)
        ) var block: String?
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let home = try await session.api.get(Home.path, as: HomeAnswer.self)
                let blocks = home.blocks.filter { block == nil || $0.name == block }
                if let block, blocks.isEmpty {
                    let names = home.blocks.map(\.name)
                    throw Failure(
                        .notFound,
                        Problem.Kind.notFound.rawValue,
                        Localized(
                            "Нет блока «\(block)»; есть \(names.joined(separator: ", ")).",
                            "There is no block “\(block)”; there are \(names.joined(separator: ", "))."
                        )
                    )
                }
                session.answerHome(["blocks": .array(blocks.map(\.json))], blocks)
            }
        }
    }

    struct Put: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Поставить карточку на главный экран.",
            "Put a card on the home screen."
        )

        @OptionGroup var card: Card
        @OptionGroup var reason: NoteOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await session.changeHome(APICall(.put, card.path).note(reason.note))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Убрать карточку с главного экрана; запись останется.",
            "Take a card off the home screen; its content stays."
        )

        @OptionGroup var card: Card
        @OptionGroup var reason: NoteOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await session.changeHome(APICall(.delete, card.path).note(reason.note))
            }
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Передвинуть карточку внутри блока.",
            "Put a card elsewhere in its block."
        )

        @OptionGroup var card: Card
        @OptionGroup var place: PlaceArguments
        @OptionGroup var reason: NoteOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let body = try await place.json { $0 }
                let call = APICall(.put, card.path + ["position"], json: body)
                try await session.changeHome(call.note(reason.note))
            }
        }
    }

    struct Card: ParsableArguments {
        @Argument(
            help: ArgumentHelp(
                "Блок: slider, offers, services или events.",
                "The block: slider, offers, services or events."
            ),
            completion: .custom(Candidates.blocks)
        )
        var block: String
        @Argument(
            help: ArgumentHelp("Id записи.", "The id of the content."),
            completion: .custom(Candidates.cards)
        ) var id: String

        var path: [String] { Home.path + [block, "cards", id] }
    }
}

extension Session {
    /// Sends a change of a block, and answers with the block.
    fileprivate func changeHome(_ call: APICall) async throws {
        let block = try await api.send(call)
        answerHome(block, [try HomeAnswer.Block(json: block)])
    }

    fileprivate func answerHome(_ json: JSON, _ blocks: [HomeAnswer.Block]) {
        let cards = blocks.flatMap { block in block.cards.map { (block, $0) } }
        answer(json, ids: cards.map { $0.1.id }) {
            let columns = [
                Table.Column(Localized("БЛОК", "BLOCK")),
                Table.Column("ID"),
                Table.Column(Localized("ВИД", "TYPE")),
                Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
                Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
                Table.Column(Localized("ПОЧЕМУ", "REASON"), isReason: true),
            ]
            let rows = cards.map { block, card in
                [block.name, card.id, card.type, card.title, title(of: card.state), card.reason ?? ""]
            }
            return Table(columns, rows: rows)
        }
    }

    private func title(of state: HomeCard.State) -> String {
        switch state {
        case .live: text(Content.State.live.title)
        case .scheduled: text(Content.State.scheduled.title)
        case .endsSoon: text(Localized("скоро уйдёт", "ends soon"))
        case .hidden: text(Localized("скрыта", "hidden"))
        }
    }
}
