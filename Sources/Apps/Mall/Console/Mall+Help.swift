import Core
import Web

extension Mall {
    package var help: [HelpTask] {
        [
            HelpTask(
                Localized("Собрать домашний экран", "Arrange the home screen"),
                at: HomeState.path,
                right: .writeContent,
                picture: "help-home",
                steps: [
                    Localized(
                        "Переключатель показывает карточку или убирает её — сразу, без публикации.",
                        "The switch shows a card or takes it off, at once and without publishing."
                    ),
                    Localized(
                        "Потяните строку за точки или нажмите Alt и стрелку: порядок тот же, что в приложении.",
                        "Drag a row by its dots, or press Alt and an arrow: the order is that of the app."
                    ),
                    Localized(
                        "Телефон рядом показывает, что видят люди, — и в любой другой день.",
                        "The phone beside it shows what people see, also on any other day."
                    ),
                ]
            ),
            HelpTask(
                Localized("Начислить или списать баллы", "Give points or take them"),
                at: PointsPages.path,
                right: .correctPoints,
                picture: "help-points",
                steps: [
                    Localized(
                        "«Изменить баланс» и последние цифры номера.",
                        "“Change a balance” and the last digits of the phone."
                    ),
                    Localized(
                        "Укажите баллы и причину: её увидят коллеги.",
                        "Enter the points and a reason, which colleagues see."
                    ),
                    Localized(
                        "Ошибку исправляет новая операция; старые не меняются.",
                        "A new transaction corrects a mistake; old ones never change."
                    ),
                ]
            ),
            HelpTask(
                Localized("Вернуть подарок или отменить запись", "Refund a gift or cancel a registration"),
                at: Gifts.resource.path,
                right: .writePeople,
                picture: "help-gift",
                steps: [
                    Localized(
                        "В «Подарках» найдите человека и нажмите «Вернуть», пока подарком не пользовались.",
                        "In “Gifts” find the person and press “Refund”, as long as the gift was not used."
                    ),
                    Localized(
                        "Запись на мероприятие отменяют на странице «Кто записан».",
                        "A registration for an event is cancelled on the page “Registrations”."
                    ),
                    Localized("Баллы вернутся сами.", "The points return by themselves."),
                ]
            ),
        ]
    }
}
