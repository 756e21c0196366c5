import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The texts of the app's messages in the admin API: `/admin/api/v1/accounts/templates` (A90, A91).
enum TemplateRoutes: RouteList {
    static let tag = "Accounts"

    static let routes = [
        Route(
            .get,
            "accounts/templates",
            "accounts_templates",
            "The texts of messages.",
            needs: [.readContent],
            answer: .page(of: template)
        ) { call in
            let saved = try await AccountTemplates(services: call.services).all()
            return .json(["items": .array(saved.map { $0.json(in: call.language) }), "next": .null])
        },
        Route(
            .get,
            "accounts/templates/{key}",
            "accounts_template",
            "One of them.",
            needs: [.readContent],
            parts: key,
            answer: .json("The template.", template)
        ) { call in
            answer(try await AccountTemplates(services: call.services).saved(try message(call)), call)
        },
        Route(
            .put,
            "accounts/templates/{key}",
            "accounts_template_put",
            "Replace the texts; what stands in braces is checked.",
            needs: [.writeSettings],
            parts: key,
            headers: [OpenAPI.versionParameter],
            body: Schema.body(texts),
            answer: .json("The template.", template)
        ) { call in
            let (message, version) = (try message(call), try call.request.version())
            let template = try AccountTemplate(try await call.request.object(), of: message)
            return try await put(template, of: message, over: version, call)
        },
        Route(
            .delete,
            "accounts/templates/{key}",
            "accounts_template_reset",
            "Back to the standard texts.",
            needs: [.writeSettings],
            parts: key,
            headers: [OpenAPI.versionParameter],
            answer: .json("The template.", template)
        ) { call in
            try await put(nil, of: try message(call), over: try call.request.version(), call)
        },
        Route(
            .post,
            "accounts/templates/{key}/preview",
            "accounts_template_preview",
            "The texts as the person would see them; nothing is kept.",
            needs: [.readContent],
            parts: key,
            body: Schema.body(texts),
            answer: .json("The texts, and how many SMS one is.", preview)
        ) { call in
            let message = try message(call)
            let template = try AccountTemplate(try await call.request.object(), of: message)
            return .json(template.previewJSON(of: message))
        },
    ]

    private static let key = ["key": Schema.choice(of: AccountMessage.self)]
    private static let texts: [String: JSON] = [
        "subject": Schema.text, "mail": Schema.text, "sms": Schema.text, "address": Schema.optionalText,
    ]
    private static let preview = Schema.object([
        "subject": Schema.text, "mail": Schema.text, "sms": Schema.text, "sms_parts": Schema.integer,
        "sms_places": Schema.integer, "sms_places_max": Schema.integer,
    ])
    private static let template = Schema.object(
        texts.merging(
            [
                "key": Schema.text, "title": Schema.text, "help": Schema.text, "version": Schema.integer,
                "is_standard": Schema.flag, "changed_at": Schema.optionalMoment,
                "changed_by": Schema.optionalText, "has_mail": Schema.flag, "has_sms": Schema.flag,
                "variables": Schema.list(
                    of: Schema.object([
                        "name": Schema.text, "title": Schema.text, "sample": Schema.text,
                        "is_required": Schema.flag,
                    ])
                ),
                "preview": preview,
            ]
        ) { first, _ in first }
    )

    private static func message(_ call: RouteCall) throws(Problem) -> AccountMessage {
        guard let message = call.context.parameters.get("key").flatMap({ AccountMessage(rawValue: $0) })
        else {
            throw .noSuchTemplate
        }
        return message
    }

    private static func put(
        _ template: AccountTemplate?,
        of message: AccountMessage,
        over version: Int64?,
        _ call: RouteCall
    ) async throws -> Response {
        let saved = try await AccountTemplates(services: call.services)
            .put(template, of: message, over: version, by: call.context)
        return answer(saved, call)
    }

    private static func answer(_ saved: SavedTemplate, _ call: RouteCall) -> Response {
        var response = Response.json(saved.json(in: call.language))
        response.headers[.eTag] = "\"\(saved.version)\""
        return response
    }
}
