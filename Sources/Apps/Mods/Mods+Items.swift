import Core
import Web

/// The public routes of categories and mods.
extension Mods {
    static let modRoutes = [
        PublicRoute("/category/{name}") { request in
            let page = try ModPage(request)
            guard let category = request.live.modCategory(request.parameters["name"] ?? "") else {
                throw Problem.notFound(Localized("Такой категории нет.", "There is no such category."))
            }
            let mods = request.live.mods(in: category)
            return PublicAnswer { json in
                json.object { json in
                    json.member("count", Int64(mods.count))
                    json.key("items")
                    json.array { json in
                        for mod in page.of(mods) { request.item(mod, &json) }
                    }
                }
            }
        },
        PublicRoute("/item/{path}") { request in
            guard let mod = request.live.mods.named(request.parameters["path"] ?? "") else {
                throw Problem.noMod
            }
            let link = request.link(to: mod)
            var answer = PublicAnswer { json in
                json.object { json in
                    json.member("title", mod.text("title", request.tongue))
                    json.member("image_url", request.imageURL(mod))
                    json.member("description", mod.text("description", request.tongue))
                    json.member("zip_url", link.address)
                }
            }
            answer.counted = DayCount(app: app, kind: Count.views, subject: mod.id)
            answer.validUntil = link.validUntil
            return answer
        },
    ]

    /// The kinds of daily counters.
    enum Count {
        static let views = "views"
        static let downloads = "downloads"
        static let events = "events"
    }
}

extension Problem {
    static var noMod: Problem { .notFound(Localized("Такого мода нет.", "There is no such mod.")) }
}

extension PublicRequest {
    /// `lang` takes precedence over the device; an unsupported language becomes the standard one.
    var tongue: Language {
        value("lang").map { Language(rawValue: $0.prefix(2).lowercased()) ?? .standard } ?? language
    }

    /// The URL of an upload, or an external one as typed; empty if there is none.
    func imageURL(_ content: LiveContent, _ field: String = "image") -> String {
        content.string(field).map { mediaURL($0) } ?? content.string("\(field)_url") ?? ""
    }

    fileprivate func item(_ mod: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("path", mod.slug ?? "")
            json.member("title", mod.text("title", tongue))
            json.member("image_url", imageURL(mod))
        }
    }
}

/// The page of a category that an app requests (mods.md 6.1).
private struct ModPage: Sendable {
    /// The largest page of a category, and the default one (mods.md 6.1).
    private static let pageSizeMax = 100
    private static let pageSizeDefault = 20

    let limit: Int
    let offset: Int

    init(_ request: PublicRequest) throws(Problem) {
        let limit = try Self.number("limit", request.value("limit")) ?? Self.pageSizeDefault
        guard limit > 0 else {
            throw Problem(.invalid, Localized("limit должно быть больше нуля.", "limit must be above zero."))
        }
        self.limit = min(limit, Self.pageSizeMax)
        offset = try Self.number("offset", request.value("offset")) ?? 0
    }

    func of(_ mods: [LiveContent]) -> ArraySlice<LiveContent> {
        let start = min(offset, mods.count)
        return mods[start..<min(start + limit, mods.count)]
    }

    /// Digits only; a number above 64 bits is past the end of any list.
    private static func number(_ name: String, _ text: String?) throws(Problem) -> Int? {
        guard let text else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw Problem(
                .invalid,
                Localized(
                    "\(name) должно быть целым неотрицательным числом.",
                    "\(name) must be a whole number that is not negative."
                )
            )
        }
        return Int(text) ?? .max
    }
}
