import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// Every published mod as one document, in the forms that other apps read (D88, D89).
struct ModCatalogue: Sendable {
    /// `categories` is category → mods, `flat` a list with numbers.
    static let forms = ["categories", "flat"]

    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("catalogue") { request, context in try await answer(request, context) }
    }

    private func answer(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, ["form", "lang"], isPaged: false)
        let form = query.choice("form", Self.forms) ?? Self.forms[0]
        let language = query.choice("lang", Language.allCases.map(\.rawValue)).flatMap(
            Language.init(rawValue:)
        )
        try query.finish()
        try await services.live.load()
        let clients = Clients(settings: services.settings, now: services.now)
        let live = services.live.state
        let settings = services.appSettings.of(Mods.app, in: live)
        let page = PublicRequest(
            language: language ?? .standard,
            baseURL: clients.baseURL(of: request),
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

    /// The one that there is, or none.
    private func list(_ name: String, _ text: String, _ json: inout JSONWriter) {
        json.key(name)
        json.array { json in if !text.isEmpty { json.string(text) } }
    }
}
