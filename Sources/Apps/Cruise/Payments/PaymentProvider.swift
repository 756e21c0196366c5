import Core

/// A way to the money of a customer, outside the program.
protocol PaymentProvider: Sendable {
    /// Registers a payment at the bank.
    func open(_ attempt: PaymentAttempt, _ addresses: PaymentAddresses) async throws(Problem) -> OpenedPayment

    /// Asks the bank for the state of a payment.
    func state(of attempt: PaymentAttempt) async throws(Problem) -> BankState

    /// Refunds a part of a payment; `deposited` is the rest at the bank, so that a repeated call is refused.
    func refund(_ kopecks: Int64, of attempt: PaymentAttempt, deposited: Int64) async throws(BankFailure)
}

/// The addresses of one payment.
struct PaymentAddresses: Sendable {
    /// The pages of the web site to which the bank sends the customer (cruise.md 3).
    let success, failure: String
    /// The address that the bank calls when something has happened.
    let callback: String
}

/// The answer of a bank to a new payment.
struct OpenedPayment: Sendable {
    let bankID: String
    var qrID: String?
    /// The page of the bank, or the contents of the QR code.
    let href: String
}

/// The word of a bank about a payment.
enum BankState: Sendable, Hashable {
    case pending
    /// Kopecks that were paid, and those of them that were given back.
    case paid(kopecks: Int64, refunded: Int64, bankID: String)
    case failed(String)
}

/// The reason why a bank has not done something.
enum BankFailure: Error, Sendable {
    /// It may be done all the same: the bank must be asked.
    case unknown(Problem)
    case refused(String)
}
