import Core

/// A message that the app sends; each has a template that staff can change.
enum AccountMessage: String, Sendable, CaseIterable {
    case code, registration, restore
    case emailConfirm = "email-confirm"
    case feedback
}
