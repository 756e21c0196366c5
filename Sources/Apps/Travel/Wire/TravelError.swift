import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// A refusal as the API words it: `{"error": {"text", "http_code", "error_code", "request"}}` (T14, T15).
struct TravelError: Sendable {
    private let text: String
    private let status: Int
    private let code: String
    private let request: String

    /// In Russian for every request, as the API does.
    init(_ problem: Problem, request: String) {
        text = problem.faults.first.map { $0.detail.ru } ?? problem.detail.ru
        status = problem.kind.travelStatus
        code = problem.kind.travelCode
        self.request = request
    }

    var answer: PublicAnswer {
        PublicAnswer(status: status) { json in
            json.object { json in
                json.key("error")
                json.object { json in
                    json.member("text", text)
                    json.member("http_code", Int64(status))
                    json.member("error_code", code)
                    json.member("request", request)
                }
            }
        }
    }

    /// XML for a client that asks for it (decision 2).
    func response(to request: Request) -> Response {
        guard request.query.last(where: { $0.name == "format" })?.value == "xml" else {
            return .personal(answer)
        }
        let body = """
            <?xml version="1.0" encoding="utf-8"?>
            <error><text>\(Self.escaped(text))</text><http_code>\(status)</http_code>\
            <error_code>\(code)</error_code><request>\(Self.escaped(self.request))</request></error>
            """
        return Response(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: "application/xml; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: body))
        )
    }

    /// Characters that XML 1.0 does not have are left out.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF:
                result.unicodeScalars.append(scalar)
            case _: break
            }
        }
        return result
    }
}
