import Core

/// The reason why a certificate or its key cannot be used.
package struct TLSFault: Error, Sendable, CustomStringConvertible {
    package let message: Localized

    init(_ ru: String, _ en: String) {
        message = Localized(ru, en)
    }

    package var description: String { message.en }
}
