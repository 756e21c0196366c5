import Core
import Flags
import Storage
import Web

/// The test devices of a project: installations that see its draft.
enum FlagDevices: ResourceDeclaration {
    static let resource: Resource = .init(
        app: "flags",
        parent: "projects",
        name: "devices",
        address: ["flags", "{\(FlagProjects.part)}", "devices"],
        owner: .flagProject("d.project_id"),
        title: Localized("Тестовые устройства", "Test devices"),
        one: Localized("Устройство", "Device"),
        about: Localized(
            "Установки, которые видят черновик раньше всех",
            "Installations that see the draft before everybody else"
        ),
        path: "/flags/{\(FlagProjects.part)}/settings",
        section: .app,
        right: .readFlags,
        source: ResourceSource("flag_devices d", key: "d.instance_id", .text),
        columns: [
            ResourceColumn("name", .text, Localized("Чьё", "Whose"), "d.name", place: .main),
            ResourceColumn("added_at", .moment, Localized("Добавлено", "Added"), "d.added_at"),
            ResourceColumn("added_by", .text, Localized("Кем", "By"), "d.added_by"),
            ResourceColumn("id", .text, Localized("Id установки", "ID"), "d.instance_id", place: .page),
        ],
        orders: [ResourceOrder("added", Localized("Добавлено", "Added"), "d.added_at", .moment)],
        actions: [addition, removal],
        isEmbedded: true,
        empty: (
            Localized("Устройств нет", "No devices"),
            Localized("Добавьте телефон, который увидит черновик.", "Add a phone that sees the draft.")
        )
    )

    static let addition = ResourceAction(
        "add",
        .create,
        Localized("Добавить", "Add"),
        right: .writeFlags,
        manual: "A device that is there already gets the new name.",
        inputs: [
            ResourceInput(
                "id",
                Localized("Id установки", "The id of the installation"),
                .text(lengthMax: Limits.flagInstanceLengthMax),
                isRequired: true,
                isArgument: true
            ), .flagName(Localized("Чьё оно", "Whose it is")),
        ]
    ) { call in
        let id = call.values.text("id") ?? ""
        try await call.services.flags.store.addDevice(
            id,
            name: call.values.text("name") ?? "",
            of: call.owner,
            by: call.author,
            address: call.address
        )
        return ResourceOutcome(Localized("Устройство видит черновик", "The device sees the draft"), id: id)
    }

    private static let removal = ResourceAction(
        "remove",
        .remove,
        Localized("Убрать", "Remove"),
        right: .writeFlags
    ) { call in
        try await call.services.flags.store.removeDevice(
            call.id,
            of: call.owner,
            by: call.author,
            address: call.address
        )
        return ResourceOutcome(
            Localized("Теперь видит то же, что все", "It sees the published version, like everybody else")
        )
    }
}
