import ArgumentParser
import Core

extension Media {
    /// Runs `vitrina media focus`.
    struct Focus: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Сказать, что должно остаться видно при обрезке картинки.",
            "Say what has to stay in sight of a picture when it is cut.",
            discussion: Localized(
                "Оба числа — сотые доли, слева и сверху.",
                "Both numbers are hundredths, counted from the left and from the top."
            ).here
        )

        @Argument(help: ArgumentHelp("Id картинки.", "The id of the picture.")) var id: String
        @Option(help: ArgumentHelp("Слева.", "From the left.", valueName: "0-100")) var x: Int64?
        @Option(help: ArgumentHelp("Сверху.", "From the top.", valueName: "0-100")) var y: Int64?
        @Flag(
            help: ArgumentHelp(
                "Середина, как у картинки без указаний.",
                "The middle, as for a picture without a focal point."
            )
        ) var middle = false
        @OptionGroup var options: Options

        func validate() throws {
            guard (x != nil) == (y != nil), middle != (x != nil) else {
                throw ValidationError(
                    Localized("Укажите --x и --y или --middle.", "Give --x and --y, or --middle.").here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                let focus = x.flatMap { x in y.map { y -> JSON in ["x": .integer(x), "y": .integer(y)] } }
                let body: JSON = ["focus": focus ?? JSON.null]
                let json = try await session.api.send(APICall(.patch, ["media", id], json: body))
                try session.answer(json, ids: [id]) {
                    let focus = try Core.Media(json: json).focus
                    return Table(
                        [
                            Table.Column("ID"), Table.Column("X", isNumber: true),
                            Table.Column("Y", isNumber: true),
                        ],
                        rows: [
                            [id] + [focus?.x, focus?.y].map { $0.map { String($0) } ?? "–" }
                        ]
                    )
                }
            }
        }
    }
}
