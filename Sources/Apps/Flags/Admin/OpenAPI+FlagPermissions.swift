import Core
import Web

extension OpenAPI {
    /// The paths of the flags API for staff.
    static let flagStaffPaths = flagPaths.merging(flagEventPaths) { first, _ in first }
        .merging(googlePaths) { first, _ in first }

    /// By default, GET needs the right to read flags, and other methods the right to publish them.
    static let flagPermissions: [String: [Permission]] = flagStaffPaths.values
        .flatMap { item in item.object ?? [:] }
        .reduce(into: [:]) { needed, operation in
            guard let name = operation.value["operationId"]?.string else { return }
            needed[name] = operation.key == "get" ? [.readFlags] : [.publishFlags]
        }
        .merging(otherFlagPermissions) { $1 }

    private static let otherFlagPermissions: [String: [Permission]] = [
        "flags_project_create": [.writeSettings], "flags_project_change": [.writeSettings],
        "flags_project_remove": [.manageStaff],
        "flags_key_create": [.writeSettings], "flags_key_disable": [.writeSettings],
        "flags_device_add": [.writeFlags], "flags_device_remove": [.writeFlags],
        "flags_draft_edit": [.writeFlags], "flags_draft_discard": [.writeFlags],
        "flags_draft_resolve": [.writeFlags], "flags_google_pull": [.writeFlags],
        "flags_condition_publish": [.publishFlags, .readFlags],
        "flags_condition_remove": [.publishFlags, .readFlags],
        "flags_parameter_publish": [.publishFlags, .readFlags],
        "flags_parameter_remove": [.publishFlags, .readFlags],
        "flags_draft_approve": [.approveFlags], "flags_explain": [.readFlags],
    ]
}
