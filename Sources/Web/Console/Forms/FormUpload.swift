import Core
import Hummingbird
import HTTPTypes

/// A file to import, with the fields beside it: in a form as a browser sends it, or alone as a script does, with the
/// fields in the query.
package struct FormUpload: Sendable {
    package let fields: Form
    /// Nil if the form has no file.
    package let spool: Spool?
    /// The name of the file; empty if it is unknown.
    package let name: String

    /// Reads the field `file` of a form, or the whole body.
    package init(_ request: Request) async throws {
        if MultipartForm.isSent(by: request) {
            let sent = try await MultipartForm(request)
            let file = sent.files.first { $0.field == "file" }
            (fields, spool, name) = (sent.fields, file?.spool, file?.name ?? "")
        } else {
            fields = Form(request.query)
            let size = request.headers[.contentLength].flatMap { Int($0) }
            (spool, name) = (try await Spool(request.body, size: size), fields["name"] ?? "")
        }
    }

    package static let noFile = Problem(.invalid, Localized("Выберите файл.", "Choose a file."))
}
