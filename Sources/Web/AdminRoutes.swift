import Hummingbird

/// The routes of the admin API without what stands around them: for the pages of the console, which go through them
/// within the process, and for telling which methods an address has.
struct AdminRoutes: Sendable {
    let table: RouteTable
    /// Throws its problems.
    let responder: any HTTPResponder<WebContext>

    init(_ router: Router<WebContext>) {
        table = RouteTable(router)
        responder = router.buildResponder()
    }
}
