import Testing

@testable import Web

/// Secrets in paths are hidden however the path is written.
struct SecretPathsTests {
    private static let secrets = SecretPaths([
        "/api/v3/User/Update/{token}", "/a/*/{key}/x/{other}", "/set_up/{secret}", "keys/{key}/",
    ])

    @Test(arguments: [
        ("/api/v3/User/Update/t", "/api/v3/User/Update/•••"),
        ("/API/v3/uSER/UPDATE/t/more", "/API/v3/uSER/UPDATE/•••/more"),
        ("//api/v3///User/Update//t/", "//api/v3///User/Update//•••/"),
        ("api/v3/user/update/%74?x", "api/v3/user/update/•••"),
        ("/api/v3/User/Update/токен", "/api/v3/User/Update/•••"),
        ("/a/1/k/x/o", "/a/1/•••/x/•••"), ("/A//1/k/X//o/t", "/A//1/•••/X//•••/t"),
        ("/set_up/s", "/set_up/•••"), ("/SET_UP/s", "/SET_UP/•••"), ("/keys/k", "/keys/•••"),
        // The sign of the kelvin is a k in lower case.
        ("/\u{212A}eys/k", "/\u{212A}eys/•••"),
    ])
    func `a secret is hidden`(path: String, redacted: String) {
        #expect(Self.secrets.redacted(path) == redacted)
    }

    @Test(arguments: [
        "", "/", "//", "/api/v3/User/Update", "/api/v3/User/Update/", "/api/v3/User/Updates/t",
        "/api/v3/User/Updat/t", "/api/v3/User/t", "/v3/User/Update/t", "/a/1/k/x", "/a/1/k/y/o",
        "/set\u{7F}up/s", "/set-up/s", "/key/s/k", "/ключи/k", "/admin/api/v1/mall/tags",
    ])
    func `every other path stays as it is`(path: String) {
        #expect(Self.secrets.redacted(path) == path)
    }
}
