import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// The calls of documents: 39, 46 and 47 of cruise.md 3, and the files that they link to (C109).
struct DocumentRoutes: Sendable {
    let services: Services
    let clients: Clients
    private var documents: OrderDocuments { OrderDocuments(services: services) }

    func add(to group: RouterGroup<WebContext>) {
        group.get("Document/GenerateByOrder/{orderId}") { request, context in
            let call = try await CruiseCall(request, context, services)
            let details = try await call.orders.details(try call.id("orderId"))
            return answer(try await documents.make(for: details), request)
        }
        for path in ["Document/GetByOrder/{orderId}", "Order/GetOrderDocuments/{orderId}"] {
            group.get(RouterPath(path)) { request, context in
                let call = try await CruiseCall(request, context, services)
                let details = try await call.orders.details(try call.id("orderId"))
                return answer(try await documents.list(of: details.order.id), request)
            }
        }
        group.get("Document/Open/{documentId}") { request, context in
            let call = try await CruiseCall(request, context, services)
            guard let file = try await documents.file(try call.id("documentId")) else {
                throw CruiseError.notFound
            }
            // The document of somebody else is unknown (decision 4).
            _ = try await call.orders.details(file.orderID)
            return Response.pdf(file.bytes)
        }
    }

    private func answer(_ kept: [OrderDocuments.Kept], _ request: Request) -> Response {
        let base = clients.baseURL(of: request)
        return .personal(.json(.array(kept.map { $0.json(base) })))
    }
}

extension Response {
    /// A PDF file that no cache keeps.
    static func pdf(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/pdf", .cacheControl: "no-store", .contentDisposition: "inline",
                .contentLength: String(bytes.count),
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
