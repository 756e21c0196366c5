import Core
import Web

/// The public routes of the help, the menu and its pages.
extension Mods {
    static let pageRoutes = [
        PublicRoute("/help/install") { request in
            let blocks = request.live[ModHelp.type.name].contents
            let page = request.live[ModPages.type.name].named(ModPages.helpSlug)
            let title = page?.text("title", request.tongue) ?? helpTitle[request.tongue]
            return PublicAnswer { json in
                json.object { json in
                    json.member("title", title)
                    json.key("blocks")
                    json.array { json in
                        for block in blocks {
                            json.object { json in
                                json.member("text", block.text("text", request.tongue))
                                json.member("image_url", request.imageURL(block))
                            }
                        }
                    }
                }
            }
        },
        PublicRoute("/pages/{name}") { request in
            guard let page = request.live[ModPages.type.name].named(request.parameters["name"] ?? "") else {
                throw Problem.notFound(Localized("Такой страницы нет.", "There is no such page."))
            }
            return PublicPage(
                page.text("title", request.tongue),
                html: page.text("text", request.tongue),
                language: request.tongue
            ).answer()
        },
        PublicRoute("/menu") { request in
            PublicAnswer { json in
                json.object { json in
                    request.categories(&json)
                    request.pages(&json)
                }
            }
        },
    ]

    private static let helpTitle = Localized("Как установить мод", "How to install a mod")
}

extension PublicRequest {
    fileprivate func categories(_ json: inout JSONWriter) {
        json.key("categories")
        json.array { json in
            for category in live.modCategories.contents where category.bool("is_visible") {
                json.object { json in
                    json.member("name", category.slug ?? "")
                    json.member("label", category.text("label", tongue))
                    json.member("icon_url", mediaURL(category.string("icon")))
                    json.member("count", Int64(live.mods(in: category).count))
                }
            }
        }
    }

    fileprivate func pages(_ json: inout JSONWriter) {
        json.key("pages")
        json.array { json in
            for page in live[ModPages.type.name].contents {
                json.object { json in
                    json.member("name", page.slug ?? "")
                    json.member("title", page.text("title", tongue))
                    json.member(
                        "url",
                        "\(baseURL)/mods/pages/\(page.slug ?? "")?lang=\(tongue.rawValue)"
                    )
                }
            }
        }
    }
}
