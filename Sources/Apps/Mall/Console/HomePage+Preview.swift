import Core
import Storage
import Web

extension HomePage {
    /// The entries that apps see at the chosen moment, with all scheduled changes applied.
    func screen() async throws -> MallVisibility {
        let now = state.at.flatMap { time.moment(ofField: $0) } ?? time.now
        let forecast = HomeForecast(
            agenda: console.services.agenda,
            contents: try contents,
            live: live,
            now: time.now
        )
        return MallVisibility(live: try await forecast.live(at: now), now: now)
    }

    /// The blocks at that moment, in agreement with the preview.
    func strips(_ strips: [HomeStrip], on screen: MallVisibility) -> [HomeStrip] {
        guard state.at != nil else { return strips }
        let zone = console.services.settings.timeZone
        return strips.map { $0.at(screen, zone: zone) }
    }

    /// The preview, with its choices of language, colours and moment.
    func preview(_ moments: HomeMoments, _ screen: MallVisibility) async throws -> JSON {
        let asked = state.at.flatMap { time.moment(ofField: $0) }
        let (now, live, language) = (screen.now, screen.live, state.language ?? language)
        let request = PublicRequest(language: language, baseURL: "", now: now, live: live)
        let words = HumanTime(zone: console.services.settings.timeZone, language: language, now: now)
        let label = Localized("Домашний экран приложения", "The home screen of the app")[self.language]
        let phone = HomePreview(request: request, time: words).screen
        let day = moments.days.first { time.field($0.at) == state.at }
        return [
            "phone": try await console.focused(phone.json(label, language, isDark: state.isDark)),
            "languages": .array(languages(language)), "schemes": .array(schemes),
            "days": .array(days(moments)), "foot": .string(foot(day, asked)),
            "at": .string(state.at ?? time.field(time.now)), "zone": .string(time.zoneName),
            "is_other": .bool(state.at != nil && day == nil),
            "other": .string(day == nil ? asked.map { time.moment($0) } ?? "" : ""),
            "hidden": .array(
                hidden.map { ["name": .string($0.name), "value": .string($0.value)] }
            ),
        ]
    }

    /// The other parameters of the URL, for the form of the date.
    private var hidden: [(name: String, value: String)] {
        state.changed {
            $0.at = nil
            $0.isPhone = true
        }.query
    }

    private func link(_ text: String, isOn: Bool, _ change: (inout HomeState) -> Void) -> [String: JSON] {
        let state = state.changed {
            $0.isPhone = true
            change(&$0)
        }
        return ["text": .string(text), "href": .string(state.path()), "is_on": .bool(isOn)]
    }

    private func languages(_ chosen: Language) -> [JSON] {
        Language.allCases.map { language in
            .object(
                link(language.rawValue.uppercased(), isOn: language == chosen) { $0.language = language }
            )
        }
    }

    private var schemes: [JSON] {
        [
            (false, "sun", Localized("Светлая тема", "Light colours")),
            (true, "moon", Localized("Тёмная тема", "Dark colours")),
        ].map { isDark, icon, label in
            var members = link(label[language], isOn: state.isDark == isDark) { $0.isDark = isDark }
            members["icon"] = .string(icon)
            return .object(members)
        }
    }

    private func days(_ moments: HomeMoments) -> [JSON] {
        var now = link(Localized("Сейчас", "Now")[language], isOn: state.at == nil) { $0.at = nil }
        now["about"] = ""
        return [.object(now)]
            + moments.days.map { day in
                let field = time.field(day.at)
                let text = time.days(until: day.at) == 0 ? time.time(day.at) : time.shortDay(day.at)
                var members = link(text, isOn: state.at == field) { $0.at = field }
                members["about"] = .string(day.text(time))
                return .object(members)
            }
    }

    private func foot(_ day: HomeMoments.Day?, _ asked: Timestamp?) -> String {
        if let day { return day.text(time) }
        guard let asked else {
            return Localized("Так приложение выглядит сейчас", "This is how the app looks now")[language]
        }
        let moment = "\(time.day(asked)), \(time.time(asked))"
        return asked < time.now
            ? Localized(
                "Что было бы видно \(moment) из того, что опубликовано сейчас",
                "The app as it would have been on \(moment), with the present publications"
            )[language]
            : Localized("Так приложение будет выглядеть \(moment)", "How the app will look on \(moment)")[
                language
            ]
    }
}
