import Core
import Hummingbird

extension Console {
    /// Adds the routes of every page and its forms.
    func add(to router: RouteCollector) {
        assets.add(to: router)
        let open = router.group().add(middleware: ConsoleMiddleware(console: self))
        let staff = open.group(context: ConsoleContext.self)
        open.get("/") { request, context in
            // Clients other than browsers get the index.
            guard request.headers[.accept]?.contains("text/html") == true else {
                return Response.json(OpenRoutes.index(services))
            }
            guard context.session != nil else { return try APIPage(console: self).welcome(context) }
            return try await TodayPage(console: self).show(try ConsoleContext(context: context))
        }
        SignInPages(console: self).add(to: open)
        SetupPages(console: self).add(to: open)
        APIPage(console: self).add(to: open)
        SignInPages(console: self).add(toStaff: staff)
        TodayPage(console: self).add(to: staff)
        ListPages(console: self).add(to: staff)
        PicturePage(console: self).add(to: staff)
        FlashMessagePages(console: self).add(to: staff)
        for pages in FormPages.all(self) { pages.add(to: staff) }
        AgendaPage(console: self).add(to: staff)
        ReleasePages(console: self).add(to: staff)
        SystemPages(console: self).add(to: staff)
        ChangesPage(console: self).add(to: staff)
        ServerLogPage(console: self).add(to: staff)
        SettingsPage(console: self).add(to: staff)
        CodePages(console: self).add(to: staff)
        AppSettingPages(console: self).add(to: staff)
        MePage(console: self).add(to: staff)
        SearchPage(console: self).add(to: staff)
        for resource in services.resources {
            ResourcePages(resource: resource, console: self).add(to: staff)
        }
        for module in services.modules {
            module.addPages(to: staff, console: self)
            // The path of an app redirects to its first page, unless that is the path itself.
            guard let first = module.allPages.first?.path, first != "/\(module.name)" else { continue }
            staff.get(RouterPath(module.name)) { _, _ in Response.redirect(to: first, type: .normal) }
        }
    }
}
