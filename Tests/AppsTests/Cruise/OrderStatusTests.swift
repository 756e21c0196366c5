import Core
import Testing

@testable import Apps

/// The statuses of orders and their only transitions.
struct OrderStatusTests {
    // C108
    @Test func `there are exactly the transitions of the contract`() {
        var found: Set<String> = []
        for before in OrderStatus.allCases {
            for after in OrderStatus.allCases {
                for reason in [nil] + CloseReason.allCases.map({ Optional($0) })
                where before.may(become: after, for: reason) {
                    found.insert("\(before) \(after)" + (reason.map { " \($0)" } ?? ""))
                }
            }
        }
        var expected: Set = [
            "new checking", "checking waitPay", "checking noCabins", "waitPay documents",
            "documents closed completed", "documents closed cancelled",
        ]
        for status in ["new", "checking", "waitPay"] {
            for reason in ["cancelled", "expired", "erased"] { expected.insert("\(status) closed \(reason)") }
        }
        #expect(found == expected)
    }

    // C108
    @Test func `the names are those of the contract`() {
        #expect(
            OrderStatus.allCases.map(\.title.ru) == [
                "Новый", "Проверка свободных мест", "Нет свободных кают", "Ожидает оплаты",
                "Подписание документов", "Закрыта",
            ]
        )
        #expect(OrderStatus.allCases.filter { !$0.isOpen } == [.noCabins, .closed])
    }

    @Test func `only a completed order keeps its cabins when it is closed`() {
        #expect(CloseReason.allCases.filter { !$0.releases } == [.completed])
    }
}
