import Core
import Web

extension RemoteFlags {
    package var help: [HelpTask] {
        [
            HelpTask(
                Localized("Поменять флаг", "Change a flag"),
                at: "/flags",
                right: .writeFlags,
                picture: "help-flag",
                steps: [
                    Localized(
                        "Поправьте значение в строке: это черновик, приложения его не видят.",
                        "Change the value in its row: this is a draft, and apps do not see it."
                    ),
                    Localized(
                        "«Что изменится» показывает разницу и кого она касается.",
                        "“What changes” shows the difference and whom it concerns."
                    ),
                    Localized(
                        "«Опубликовать» — сразу, часы рядом — в назначенное время.",
                        "“Publish” acts at once, the clock beside it at a set time."
                    ),
                ]
            ),
            HelpTask(
                Localized("Откатить флаги", "Roll flags back"),
                at: "/flags",
                right: .publishFlags,
                picture: "help-rollback",
                steps: [
                    Localized(
                        "Откройте «Версии» и сравните с тем, что сейчас.",
                        "Open “Versions” and compare one with what holds now."
                    ),
                    Localized(
                        "«Вернуться к версии» публикует её снова; история остаётся.",
                        "“Back to version” publishes it again; the history stays."
                    ),
                ]
            ),
        ]
    }
}
