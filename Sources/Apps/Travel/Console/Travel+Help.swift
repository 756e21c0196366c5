import Core
import Web

extension Travel {
    package var help: [HelpTask] {
        [
            HelpTask(
                Localized("Найти станцию", "Find a station"),
                at: TimetableMapPage.path,
                right: .readContent,
                picture: "help-station",
                steps: [
                    Localized(
                        "Наберите название над картой и выберите станцию или город.",
                        "Type a title above the map, and choose a station or a settlement."
                    ),
                    Localized(
                        "Колесо, щипок или + и − меняют масштаб, стрелки двигают карту.",
                        "The wheel, a pinch or + and − zoom, the arrows move the map."
                    ),
                    Localized(
                        "Точка открывает карточку: оттуда — в табло и в форму станции.",
                        "A point opens a card, which leads to the board and to the form of the station."
                    ),
                ]
            ),
            HelpTask(
                Localized("Изменить рейс", "Change a thread"),
                at: Threads.resource.path,
                right: .writeContent,
                picture: "help-thread",
                steps: [
                    Localized(
                        "Найдите рейс по номеру и нажмите «Изменить».",
                        "Find the thread by its number, and press “Change”."
                    ),
                    Localized(
                        "Правьте остановки в таблице; Alt и стрелка переставляют строку.",
                        "Edit the stops in the table; Alt and an arrow move a row."
                    ),
                    Localized(
                        "Ошибка во времени видна сразу под строкой. Сохранённое приложение видит тут же.",
                        "A wrong time is shown below its row at once. The app has what you save right away."
                    ),
                ]
            ),
            HelpTask(
                Localized("Проверить, что ответит приложение", "Check what the app answers"),
                at: TimetableSearchPage.path,
                right: .readContent,
                picture: "help-answer",
                steps: [
                    Localized("Выберите, откуда, куда и день.", "Choose both ends and a day."),
                    Localized(
                        "Если рейсов нет, страница говорит почему и предлагает, что показать.",
                        "If there are no rides, the page says why, and offers what to show."
                    ),
                    Localized(
                        "Табло станции показывает весь день, отправление и прибытие.",
                        "The board of a station shows the whole day, departures and arrivals."
                    ),
                ]
            ),
            HelpTask(
                Localized("Выдать ключ приложению", "Give an app a key"),
                at: TravelKeys.resource.path,
                right: .writeSettings,
                picture: "help-travel-key",
                steps: [
                    Localized(
                        "«Новый ключ»: назовите приложение, если нужно — ограничьте запросы.",
                        "“New key”: name the app, and limit its requests if needed."
                    ),
                    Localized(
                        "Скопируйте ключ: он показан один раз.",
                        "Copy the key: it is shown once."
                    ),
                    Localized(
                        "На странице ключа видно, сколько и каких запросов приходит каждый день.",
                        "The page of the key shows the requests of each day by kind."
                    ),
                ]
            ),
        ]
    }
}
