import Core
import Hummingbird
import Web

/// The stock of offers and events in the admin API: `/admin/api/v1/mall/stock`.
enum StockRoutes: RouteList {
    /// The number of offers and events in one request.
    private static let idsMax = 200

    static let tag = "Loyalty"

    static let routes = [
        Route(
            .get,
            "mall/stock",
            "stock",
            "The numbers of taken and remaining offers, and of people who come to events.",
            needs: [.readContent],
            parameters: [RouteParameter("ids", .ids(countMax: idsMax), "Offers and events.")],
            answer: .page(
                of: Schema.object([
                    "id": Schema.uuid, "taken": Schema.integer, "guests": Schema.integer,
                    "count": Schema.orNull(Schema.integer), "left": Schema.orNull(Schema.integer),
                ])
            )
        ) { call in
            let items = try await call.services.stock(of: call.ids("ids").sorted()).map { line -> JSON in
                [
                    "id": .string(line.id), "taken": .integer(line.taken), "guests": .integer(line.guests),
                    "count": line.count.map { .integer($0) } ?? .null,
                    "left": line.left.map { .integer($0) } ?? .null,
                ]
            }
            return .json(["items": .array(items), "next": .null])
        }
    ]
}
