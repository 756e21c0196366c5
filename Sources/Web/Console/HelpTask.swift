import Core

/// A daily task in the help of the console.
package struct HelpTask: Sendable {
    package let title: Localized
    /// The page on which it begins.
    package let path: String
    /// The permission that the task needs; others do not see it.
    package let right: Permission
    /// The steps of the task, in order.
    package let steps: [Localized]
    /// The template of its illustration.
    package let picture: String

    package init(
        _ title: Localized,
        at path: String,
        right: Permission,
        picture: String,
        steps: [Localized]
    ) {
        (self.title, self.path, self.right) = (title, path, right)
        (self.picture, self.steps) = (picture, steps)
    }

    /// The tasks of every installation.
    static func common(_ console: Console) -> [HelpTask] {
        var tasks = [finding]
        if let type = console.types.first {
            let path = "/\(console.app(of: type.name))/\(type.name)"
            tasks += [publishing(path), undoing, importing(path)]
        }
        if CodePages.areShown(in: console) { tasks.append(codes) }
        return tasks + [staff, failures]
    }

    private static let finding = HelpTask(
        Localized("Найти запись, человека или действие", "Find an entry, a person or an action"),
        at: "/search",
        right: .readContent,
        picture: "help-search",
        steps: [
            Localized("Нажмите Ctrl K на любой странице.", "Press Ctrl K on any page."),
            Localized(
                "Наберите начало слова: раскладка и опечатка не мешают.",
                "Type the beginning of a word: a wrong keyboard layout or a slip does no harm."
            ),
            Localized("Стрелки выбирают, Enter открывает.", "The arrows choose, Enter opens."),
        ]
    )

    private static func publishing(_ path: String) -> HelpTask {
        HelpTask(
            Localized("Исправить и опубликовать", "Edit and publish"),
            at: path,
            right: .writeContent,
            picture: "help-publish",
            steps: [
                Localized(
                    "Откройте запись и правьте: черновик сохраняется сам, приложение его не видит.",
                    "Open an entry and edit it: the draft is saved by itself, and the app does not see it."
                ),
                Localized(
                    "«Опубликовать» показывает правки людям сразу.",
                    "“Publish” shows the changes to people at once."
                ),
                Localized(
                    "Часы рядом с кнопкой публикуют и снимают в назначенное время.",
                    "The clock beside the button publishes and unpublishes at a set time."
                ),
            ]
        )
    }

    private static let undoing = HelpTask(
        Localized("Вернуть как было", "Take a change back"),
        at: ChangesPage.path,
        right: .writeContent,
        picture: "help-undo",
        steps: [
            Localized(
                "Сразу после действия нажмите «Отменить» в сообщении или клавишу Z.",
                "Right after an action press “Undo” in the message, or the key Z."
            ),
            Localized(
                "Позже откройте историю записи, сравните версии и восстановите нужную.",
                "Later open the history of the entry, compare versions and restore one."
            ),
            Localized("Удалённое лежит в корзине.", "Deleted entries are in the trash."),
        ]
    )

    private static func importing(_ path: String) -> HelpTask {
        HelpTask(
            Localized("Загрузить таблицу", "Import a table"),
            at: "\(path)/import",
            right: .writeContent,
            picture: "help-import",
            steps: [
                Localized(
                    "В списке «Выгрузить» даёт CSV — это образец.",
                    "In the list “Export” gives a CSV file: it is the pattern."
                ),
                Localized(
                    "Заполните строки и загрузите файл: сначала видно, что изменится и где ошибки.",
                    "Fill in rows and upload the file: first you see what would change, and the faults."
                ),
                Localized(
                    "Подтвердите. Загрузка отменяется целиком.",
                    "Confirm. The whole import can be taken back."
                ),
            ]
        )
    }

    private static let codes = HelpTask(
        Localized("Прочитать код СМС", "Read an SMS code"),
        at: CodePages.path,
        right: .readCodes,
        picture: "help-code",
        steps: [
            Localized(
                "В тестовом режиме СМС не уходят: коды появляются здесь сами.",
                "In the test mode no SMS is sent: codes appear here by themselves."
            ),
            Localized(
                "Найдите номер по двум последним цифрам и скопируйте код.",
                "Find the phone by its last two digits and copy the code."
            ),
        ]
    )

    private static let staff = HelpTask(
        Localized("Принять сотрудника", "Add a colleague"),
        at: StaffMembers.resource.path,
        right: .manageStaff,
        picture: "help-staff",
        steps: [
            Localized(
                "«Добавить»: имя, почта и роль. Пароль показывается один раз.",
                "“Add”: a name, an address and a role. The password is shown once."
            ),
            Localized(
                "Роль решает, что человек видит и меняет; права сверх роли добавляются отдельно.",
                "The role decides what a person sees and changes; rights beyond it are added one by one."
            ),
            Localized(
                "Уволенного отключите: его правки и имя в истории останутся.",
                "Deactivate those who leave: their changes and names stay in the history."
            ),
        ]
    )

    private static let failures = HelpTask(
        Localized("Найти причину сбоя", "Find the cause of a failure"),
        at: ServerLogPage.path,
        right: .manageStaff,
        picture: "help-log",
        steps: [
            Localized(
                "Вставьте номер запроса из сообщения об ошибке: видны он и всё, что о нём записано.",
                "Enter the request id of an error: you see the request and all that was logged about it."
            ),
            Localized(
                "Без номера: «Ошибки» — причины, «Только 5xx» — запросы, на которые сервер не смог ответить.",
                "Without an id: “Errors” are the causes, “5xx only” what the server could not answer."
            ),
            Localized(
                "«Обновлять» показывает новые строки сразу. Перезапуск сервера очищает лог.",
                "“Refresh” shows new lines at once. A restart of the server empties the log."
            ),
        ]
    )

    func json(_ language: Language) -> JSON {
        [
            "title": .string(title[language]), "path": .string(path), "picture": .string(picture),
            "steps": .array(steps.map { .string($0[language]) }),
        ]
    }
}
