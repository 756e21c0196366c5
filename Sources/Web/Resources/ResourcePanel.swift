import Core

/// A part of the page about a row that an app draws by a template of its own: a plot, a map.
package struct ResourcePanel: Sendable {
    let template: String
    /// The values of the template.
    let context: @Sendable (ResourceRow, Services, StaffContext) async throws -> JSON

    package init(
        _ template: String,
        context: @escaping @Sendable (ResourceRow, Services, StaffContext) async throws -> JSON
    ) {
        (self.template, self.context) = (template, context)
    }
}
