import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// The export of all published mods as one document, in the formats of other apps (D88, D89).
enum ModCatalogue: RouteList {
    static let tag = "Mods"
    /// `categories` is an object of category to mods, `flat` a list with numbers.
    static let forms = ["categories", "flat"]

    static let routes = [
        Route(
            .get,
            "mods/catalogue",
            "mod_catalogue",
            """
            Every published mod, by category or as a flat list with numbers. If links to archives are signed, those of \
            this server end after the setting link_minutes of the app, or up to a quarter later. Ask again then.
            """,
            needs: [.readContent],
            parameters: [
                RouteParameter("form", .choice(forms), "The layout; `categories` if absent."),
                .language("The language of its texts."),
            ],
            answer: .json("The catalogue.", ["oneOf": [byCategory, flat]])
        ) { call in try await answer(call) }
    ]

    private static let byCategory: JSON = [
        "type": "object",
        "additionalProperties": Schema.list(
            of: Schema.object([
                "name": Schema.text, "description": Schema.text, "image": Schema.text,
                "files": Schema.list(of: Schema.text), "isFree": Schema.flag,
            ])
        ),
    ]

    private static let flat = Schema.list(
        of: Schema.object([
            "id": Schema.integer, "name": Schema.text, "description": Schema.text,
            "images": Schema.list(of: Schema.text), "pathFile": Schema.text,
        ])
    )

    private static func answer(_ call: RouteCall) async throws -> Response {
        let services = call.services
        let form = call.text("form") ?? forms[0]
        let language = call.text("lang").flatMap { Language(rawValue: $0) }
        try await services.live.load()
        let clients = Clients(settings: services.settings, now: services.now)
        let live = services.live.state
        let settings = services.appSettings.of(Mods.app, in: live)
        let page = PublicRequest(
            language: language ?? .standard,
            baseURL: clients.baseURL(of: call.request),
            now: services.now(),
            live: live,
            settings: settings,
            linkKey: try await Mods().linkKey(settings, services)
        )
        let bytes = form == "flat" ? page.flat : page.byCategory
        let headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"mods-\(form).json\"",
        ]
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}

extension PublicRequest {
    fileprivate var byCategory: [UInt8] {
        var json = JSONWriter(capacity: 1 << 16)
        json.object { json in
            for category in live.modCategories.contents where category.bool("is_visible") {
                json.key(category.slug ?? "")
                json.array { json in
                    for mod in live.mods(in: category) {
                        json.object { json in
                            words(of: mod, &json)
                            json.member("image", imageURL(mod))
                            list("files", link(to: mod).address, &json)
                            json.member("isFree", mod.bool("is_free"))
                        }
                    }
                }
            }
        }
        return json.bytes
    }

    fileprivate var flat: [UInt8] {
        var json = JSONWriter(capacity: 1 << 16)
        json.array { json in
            for mod in live.mods.contents {
                json.object { json in
                    json.member("id", mod.number ?? 0)
                    words(of: mod, &json)
                    list("images", imageURL(mod), &json)
                    json.member("pathFile", link(to: mod).address)
                }
            }
        }
        return json.bytes
    }

    private func words(of mod: LiveContent, _ json: inout JSONWriter) {
        json.member("name", mod.text("title", tongue))
        json.member("description", mod.text("description", tongue))
    }

    /// A list with the only text, or none.
    private func list(_ name: String, _ text: String, _ json: inout JSONWriter) {
        json.key(name)
        json.array { json in if !text.isEmpty { json.string(text) } }
    }
}
