import Core
import Hummingbird

/// Remote flags in the admin API: `/admin/api/v1/flags`.
struct FlagAdminRoutes: Sendable {
    let flags: FlagServices
    let rights: RightsWatch

    func add(to group: RouterGroup<StaffContext>) {
        let group = group.group("flags")
        FlagProjectRoutes(flags: flags).add(to: group)
        FlagDraftRoutes(flags: flags).add(to: group)
        FlagVersionRoutes(flags: flags).add(to: group)
        FlagPartRoutes(flags: flags).add(to: group)
        FlagExplainRoutes(flags: flags).add(to: group)
        FlagEventRoutes(flags: flags, rights: rights).add(to: group)
        GoogleRoutes(flags: flags).add(to: group)
    }
}
