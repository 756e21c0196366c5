import Core

extension FeedFault {
    /// The kind of a fault: one of the constants of this type, which are declared by subject.
    package struct Reason: Sendable, Hashable {
        /// Stays the same from version to version: `missing-value`.
        package let code: String
        package let severity: Severity
        /// One clause without a full stop.
        package let detail: Localized

        init(_ code: String, _ severity: Severity, _ ru: String, _ en: String) {
            self.code = code
            self.severity = severity
            detail = Localized(ru, en)
        }
    }
}
