import Core

/// A way to pay for an order (cruise.md 5).
enum PaymentMethod: String, Sendable, CaseIterable {
    /// A card, or Sber Pay, on a page of the bank.
    case card
    /// The Faster Payments System, by a QR code.
    case sbp

    /// The name under which its payments are kept.
    var provider: String {
        switch self {
        case .card: OrderPayment.sber
        case .sbp: "sbp"
        }
    }

    var title: Localized {
        switch self {
        case .card: Localized("карта", "card")
        case .sbp: Localized("СБП", "SBP")
        }
    }
}
