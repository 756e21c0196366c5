import Core

/// The status of an order, with the only transitions that there are (cruise.md 5, C108).
enum OrderStatus: String, Sendable, CaseIterable {
    case new, checking
    case noCabins = "no_cabins"
    case waitPay = "wait_pay"
    case documents, closed

    /// The statuses that may follow, each with the reasons for which it may.
    var next: [OrderStatus: [CloseReason?]] {
        switch self {
        case .new: [.checking: [nil], .closed: CloseReason.early]
        case .checking: [.waitPay: [nil], .noCabins: [nil], .closed: CloseReason.early]
        case .waitPay: [.documents: [nil], .closed: CloseReason.early]
        case .documents: [.closed: [.completed, .cancelled]]
        case .noCabins, .closed: [:]
        }
    }

    func may(become status: OrderStatus, for reason: CloseReason?) -> Bool {
        next[status]?.contains(reason) ?? false
    }

    /// True until the order has ended, one way or the other.
    var isOpen: Bool { !next.isEmpty }

    /// True if its cabins can still be lost because a payment is missing.
    var isBlocked: Bool {
        switch self {
        case .new, .checking, .waitPay: true
        case .noCabins, .documents, .closed: false
        }
    }

    /// The name in the app, which is Russian.
    var title: Localized {
        switch self {
        case .new: Localized("Новый", "New")
        case .checking: Localized("Проверка свободных мест", "Checking for free cabins")
        case .noCabins: Localized("Нет свободных кают", "No free cabins")
        case .waitPay: Localized("Ожидает оплаты", "Waiting for payment")
        case .documents: Localized("Подписание документов", "Signing documents")
        case .closed: Localized("Закрыта", "Closed")
        }
    }
}

/// The reason why an order is closed.
enum CloseReason: String, Sendable, CaseIterable {
    /// Everything is done, and the voyage takes place.
    case completed
    case cancelled
    /// The block has ended without a payment.
    case expired
    /// The account of its owner was deleted.
    case erased

    /// The reasons before the documents.
    fileprivate static let early: [CloseReason?] = [.cancelled, .expired, .erased]

    /// True if the cabins are free again.
    var releases: Bool {
        switch self {
        case .completed: false
        case .cancelled, .expired, .erased: true
        }
    }

    var title: Localized {
        switch self {
        case .completed: Localized("завершена", "completed")
        case .cancelled: Localized("отменена", "cancelled")
        case .expired: Localized("бронь истекла", "the block has expired")
        case .erased: Localized("аккаунт удалён", "the account was deleted")
        }
    }
}

/// The way in which a user wants to pay (cruise.md 5).
enum OrderVariant: String, Sendable, CaseIterable {
    /// A temporary block, to be paid for later.
    case block
    case prepayment, full

    var title: Localized {
        switch self {
        case .block: Localized("временная бронь", "temporary block")
        case .prepayment: Localized("предоплата", "prepayment")
        case .full: Localized("полная оплата", "full payment")
        }
    }

    /// The percent that a first payment must have.
    func percent(_ prepayment: Int64) -> Int64 {
        switch self {
        case .block, .prepayment: prepayment
        case .full: 100
        }
    }
}
