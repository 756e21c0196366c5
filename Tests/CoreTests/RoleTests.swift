import Core
import Testing

/// The permissions of the roles; `OpenAPINeedsTests` test which of them an operation of the admin API needs.
struct RoleTests {
    // M125
    @Test func `an owner may do all, an editor edits entries and flags, and a viewer reads them`() {
        #expect(Role.owner.permissions == Set(Permission.allCases))
        #expect(
            Role.editor.permissions == [.readContent, .writeContent, .readFlags, .writeFlags, .publishFlags]
        )
        #expect(Role.viewer.permissions == [.readContent, .readFlags])
    }
}
