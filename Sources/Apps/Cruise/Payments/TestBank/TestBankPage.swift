import Core
import Web

/// The page of the test bank: pay, decline, or pay later, and how often the shop is called.
struct TestBankPage: Sendable {
    let payment: TestPayment
    let language: Language

    var answer: PublicAnswer {
        let title = Localized("Тестовый банк", "Test bank")[language]
        return PublicPage(title, html: html, language: language).answer()
    }

    private var html: String {
        let sum = CruiseMoney.text(payment.kopecks)
        let about = Localized(
            "Деньги не списываются. К оплате: \(sum.ru).",
            "No money is moved. To be paid: \(sum.en)."
        )[language]
        return switch payment.state {
        case .open: "<p>\(about)</p>\(form)"
        case .paid: "<p>\(about)</p><p>\(Localized("Оплачено.", "Paid.")[language])</p>"
        case .declined: "<p>\(about)</p><p>\(Localized("Платёж отклонён.", "Declined.")[language])</p>"
        }
    }

    private var form: String {
        let calls = [
            ("1", Localized("сообщить магазину", "tell the shop")),
            ("3", Localized("сообщить трижды", "tell the shop three times")),
            ("0", Localized("не сообщать", "do not tell the shop")),
        ]
        let buttons = [
            ("pay", Localized("Оплатить", "Pay")), ("decline", Localized("Отклонить", "Decline")),
            ("later", Localized("Оплатить через 10 секунд", "Pay in 10 seconds")),
        ]
        let options = calls.map { "<option value=\"\($0.0)\">\($0.1[language])</option>" }.joined()
        let row = buttons.map {
            "<p><button name=\"action\" value=\"\($0.0)\">\($0.1[language])</button></p>"
        }.joined()
        let label = Localized("После решения:", "Afterwards:")[language]
        return """
            <form method="post"><p><label>\(label) <select name="calls">\(options)</select></label></p>\(row)</form>
            """
    }
}
