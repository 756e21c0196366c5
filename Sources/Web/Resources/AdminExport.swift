import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// A list as a table for a spreadsheet; the audit records each export.
package struct AdminExport: Sendable {
    /// A batch of rows, which may be some seconds old; `next` is nil after the last one.
    package typealias Read = @Sendable (_ cursor: String?) async throws -> (rows: [[String]], next: String?)

    package let services: Services
    /// The name of the file, and of the list in the audit: `points`.
    package let name: String
    package let header: [String]
    /// The app that has the list.
    package let app: String

    let right: Permission

    package init(
        services: Services,
        name: String,
        header: [String],
        app: String,
        right: Permission = .readPeople
    ) {
        (self.services, self.name, self.header, self.app) = (services, name, header, app)
        self.right = right
    }

    /// The format of the file, for Excel or for other programs.
    package struct Form: Sendable {
        var hasByteOrderMark = false
        var separator = UInt8(ascii: ",")

        package static let parameters = [
            RouteParameter("bom", .bool, "A byte order mark, as Excel expects it."),
            RouteParameter("separator", .choice([",", ";", "tab"]), "Between two cells."),
        ]
        package static let names = Set(parameters.map(\.name))

        package init(_ query: inout AdminQuery) {
            hasByteOrderMark = query.bool("bom") ?? false
            switch query.choice("separator", [",", ";", "tab"]) {
            case ";"?: separator = UInt8(ascii: ";")
            case "tab"?: separator = UInt8(ascii: "\t")
            case _: break
            }
        }
    }

    /// Sends the table in pieces, so that it is never in memory as a whole.
    package func answer(
        _ request: Request,
        _ context: StaffContext,
        _ form: Form,
        detail: JSON = [:],
        read: @escaping Read
    ) async throws -> Response {
        try context.author.require(right)
        let signature = context.signature(at: services.now())
        let subject = "\(app).\(name)"
        try await services.database.write { connection in
            try signature.record(.loyaltyExported, subject: subject, detail: detail, on: connection)
        }
        let header = header
        let body = ResponseBody { writer in
            var cursor: String?
            let head =
                (form.hasByteOrderMark ? CSV.byteOrderMark : []) + CSV.row(header, separator: form.separator)
            try await writer.write(ByteBuffer(bytes: head))
            repeat {
                let from = cursor
                let (rows, next) = try await Lane.heavy.run(mayLag: true) { try await read(from) }
                let bytes = rows.flatMap { CSV.row($0.map(CSV.safe), separator: form.separator) }
                if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                cursor = next
            } while cursor != nil
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(name).csv\"",
            ],
            body: body
        )
    }
}
