import Core
import Web

extension Accounts {
    package var auditGroups: [AuditGroup] {
        [
            AuditGroup(
                .settings,
                [.partChanged, .partRemoved, .templateChanged, .templateReset],
                details: [
                    "template": Localized("шаблон", "template"), "part": Localized("зона", "zone"),
                    "forfeit": Localized("штраф", "forfeit"), "discount": Localized("скидка", "discount"),
                    "is_banned": Localized("запрет", "banned"),
                ]
            ),
            AuditGroup(
                .people,
                [.personPassword, .personFreed, .personPushed, .confirmationSent],
                details: [
                    "fields": Localized("поля", "fields"), "call": Localized("запрос", "call"),
                    "list": Localized("список", "list"),
                ]
            ),
        ]
    }
}
