import Core
import Storage
import Web

/// The documents of orders: made when they are asked for, and kept as they were.
struct OrderDocuments: Sendable {
    /// Documents of one kind that an order keeps, the newest ones.
    private static let keptMax = 50

    let services: Services

    /// A document that is kept, without its bytes.
    struct Kept: Sendable {
        let id: String
        let orderID: String
        let kind: DocumentKind
        let title: String
        let size: Int64
        let createdAt: Timestamp

        init(_ row: Row) throws {
            id = try row.get("id")
            orderID = try row.get("order_id")
            let text: String = try row.get("kind")
            guard let kind = DocumentKind(rawValue: text) else {
                throw StorageError.column("kind", "holds \(text)")
            }
            self.kind = kind
            title = try row.get("title")
            size = try row.get("size")
            createdAt = try row.get("created_at")
        }

        /// As the app reads it; `base` is that of the server.
        func json(_ base: String) -> JSON {
            [
                "id": .string(id), "order_id": .string(orderID), "type": .string(kind.rawValue),
                "name": .string(title), "size": .integer(size),
                "href": .string("\(base)\(Cruise.prefix)/Document/Open/\(id)"),
                "created_at": .string(CruiseTerm.text(createdAt)),
            ]
        }
    }

    /// Makes the documents of an order; one with the same text as a kept one renews that one.
    func make(for details: OrderDetails) async throws -> [Kept] {
        try await services.live.load()
        let live = services.live.state
        for kind in DocumentKind.allCases where kind.fits(details) {
            let document = OrderDocument(kind, details, live)
            let printed = document.printed
            // Swift writes equal values equally.
            let digest = SHA256.digest("\(printed.title) \(printed.blocks)".utf8)
            guard try await !renew(details.order.id, kind, digest) else { continue }
            try await keep(try await Typesetter.shared.pdf(of: printed), of: document, digest)
        }
        return try await list(of: details.order.id)
    }

    /// False if there is no such document.
    private func renew(_ orderID: String, _ kind: DocumentKind, _ digest: [UInt8]) async throws -> Bool {
        let now = services.now()
        return try await services.database.write { connection in
            try connection.execute(
                """
                UPDATE cruise_documents SET created_at = \(now)
                WHERE order_id = \(orderID) AND kind = \(kind.rawValue) AND digest = \(digest)
                """
            ) == 1
        }
    }

    /// Throws if the owner of the order has been erased since: a document names people.
    private func keep(_ bytes: [UInt8], of document: OrderDocument, _ digest: [UInt8]) async throws {
        let (now, order) = (services.now(), document.details.order)
        let id = Identifier.new(at: now, random: services.random)
        try await services.database.write { connection in
            guard let current = try connection.lockedOrder(order.id), let userID = current.userID,
                userID == order.userID
            else { throw CruiseError.notFound }
            try connection.send(
                """
                INSERT INTO cruise_documents (id, order_id, kind, title, digest, bytes, created_at)
                VALUES (\(id), \(order.id), \(document.kind.rawValue), \(document.title), \(digest), \(bytes), \(now))
                ON CONFLICT (order_id, kind, digest) DO NOTHING
                """
            )
            try connection.send(
                """
                DELETE FROM cruise_documents WHERE order_id = \(order.id) AND kind = \(document.kind.rawValue)
                    AND id NOT IN (
                        SELECT id FROM cruise_documents
                        WHERE order_id = \(order.id) AND kind = \(document.kind.rawValue)
                        ORDER BY created_at DESC, id DESC LIMIT \(Self.keptMax)
                    )
                """
            )
        }
    }

    /// The newest document of each kind.
    func list(of orderID: String) async throws -> [Kept] {
        let all = try await services.database.read { connection in
            try connection.rows(
                """
                SELECT id, order_id, kind, title, created_at, length(bytes) AS size FROM cruise_documents
                WHERE order_id = \(orderID) ORDER BY created_at DESC, id DESC
                """
            ).map(Kept.init)
        }
        return DocumentKind.allCases.compactMap { kind in all.first { $0.kind == kind } }
    }

    /// The order and the bytes of a document; nil if there is none.
    func file(_ id: String) async throws -> (orderID: String, title: String, bytes: [UInt8])? {
        try await services.database.read { connection in
            try connection.rows("SELECT order_id, title, bytes FROM cruise_documents WHERE id = \(id)").first
                .map {
                    (try $0.get("order_id"), try $0.get("title"), try $0.get("bytes"))
                }
        }
    }
}
