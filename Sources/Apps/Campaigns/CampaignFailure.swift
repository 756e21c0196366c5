import Core
import Web

/// The reason why a campaign cannot be changed.
enum CampaignFailure: Error, Sendable, Hashable {
    case state(Campaign.State)
    case own
}

extension CampaignFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .state(let state):
            Problem(
                .conflict,
                Localized(
                    "Состояние рассылки: «\(state.title.ru)».",
                    "The state of the campaign is “\(state.title.en)”."
                )
            )
        case .own:
            Problem(
                .conflict,
                Localized(
                    "Свою рассылку согласует другой сотрудник.",
                    "Another member of staff approves a campaign that you have written."
                )
            )
        }
    }
}

/// Actions of staff on campaigns.
extension AuditAction {
    static let campaignWritten = AuditAction(
        "campaign.written",
        Localized("рассылка записана", "wrote a campaign")
    )
    static let campaignSent = AuditAction("campaign.sent", Localized("рассылка запущена", "sent a campaign"))
    static let campaignApproved = AuditAction(
        "campaign.approved",
        Localized("рассылка согласована", "approved a campaign")
    )
    static let campaignCancelled = AuditAction(
        "campaign.cancelled",
        Localized("рассылка отменена", "cancelled a campaign")
    )
}
