import Core
import Storage
import Web

/// A copy of an offer or event at the time of the purchase, with its shop; it outlives both.
struct MallSnapshot: Sendable {
    let content: LiveContent
    let shop: LiveContent?

    init(_ content: LiveContent, shop: LiveContent? = nil) {
        self.content = content
        self.shop = shop
    }

    /// Nil if the JSON is not a snapshot.
    init?(_ json: JSON) {
        guard let content = Self.content(json) else { return nil }
        self.content = content
        shop = json["shop"].flatMap { Self.content($0) }
    }

    /// The JSON; `isShort` leaves out the long texts.
    func json(isShort: Bool = false) -> JSON {
        var members = Self.members(content, isShort: isShort)
        if let shop { members["shop"] = .object(Self.members(shop, isShort: isShort)) }
        return .object(members)
    }

    private static func members(_ content: LiveContent, isShort: Bool) -> [String: JSON] {
        let kept = isShort ? content.fields.filter { names.contains($0.key) } : content.fields
        return [
            "id": .string(content.id), "type": .string(content.type), "position": .integer(content.position),
            "created_at": .string(content.createdAt.description), "fields": .object(kept),
        ]
    }

    private static func content(_ json: JSON) -> LiveContent? {
        guard let name: String = try? json.get("type"), let type = types.first(where: { $0.name == name })
        else {
            return nil
        }
        return try? LiveContent(
            id: json.get("id"),
            type: type,
            position: json.get("position"),
            createdAt: json.get("created_at"),
            body: json.get("fields")
        )
    }

    private static let types = [Offers.type, Events.type, Shops.type]
    /// The fields that the history shows.
    private static let names: Set<String> = [
        "name", "title", "shop", "image", "logo", "type", "cost", "on_home", "start_at", "live_from",
        "live_until", "floor",
    ]
}

extension MallSnapshot {
    /// The title, and the name of the shop, as lists show them.
    struct Line: Sendable {
        let id: String
        let type: String
        let title: String
        let shop: String?
    }

    func line(_ language: Language) -> Line {
        let name = content.type == Offers.type.name ? Offers.type.titleField : Events.type.titleField
        return Line(
            id: content.id,
            type: content.type,
            title: content.text(name, language),
            shop: shop?.text(Shops.type.titleField, language)
        )
    }
}

extension MallSnapshot.Line: ResourceValue {
    static let schema: JSON = [
        "type": ["object", "null"], "required": ["id", "type", "title", "shop"],
        "properties": [
            "id": Schema.uuid, "type": Schema.text, "title": Schema.text, "shop": Schema.optionalText,
        ],
    ]
    var json: JSON {
        ["id": .string(id), "type": .string(type), "title": .string(title), "shop": JSON(shop)]
    }
    var detail: String { shop ?? "" }
    var path: String? { "/mall/\(type)/\(id)" }

    init(json: JSON) throws(Fault) {
        id = try json.get("id")
        type = try json.get("type")
        title = try json.get("title")
        shop = try json.get("shop")
    }

    func title(in _: Language) -> String { title }
}
