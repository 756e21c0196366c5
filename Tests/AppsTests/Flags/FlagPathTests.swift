@testable import Apps
import Core
import Flags
import Testing
@testable import Web

struct FlagPathTests {
    @Test(arguments: [
        ("/v1/projects/p", "firebase", FlagPath.Resource.project),
        ("/v1/projects/p:testIamPermissions", "firebase", .permissions),
        ("/v1/projects/p/remoteConfig", "firebase", .template),
        ("/v1/projects/p/remoteConfig:listVersions", "firebase", .versions),
        ("/v1/projects/p/remoteConfig:rollback", "firebase", .rollback),
        ("/v1/projects/p/remoteConfig:downloadDefaults", "firebase", .defaults),
        ("/v1/projects/p/namespaces", "firebase", .namespaces),
        ("/v1/projects/p/namespaces/firebase-server", "firebase-server", .namespace),
        ("/v1/projects/p/namespaces/own:fetch", "own", .fetch),
        ("/v1/projects/p/namespaces/own%3Afetch", "own", .fetch),
        ("/v1/projects/%70/name%73paces/%6Fwn:fetch", "own", .fetch),
        ("/v1/projects/p/namespaces/a%2Fb:fetch", "a/b", .fetch),
        ("/v1/projects/p/namespaces/a:b%3afetch", "a:b", .fetch),
        ("/v1/projects/p/namespaces/%D1%84:fetch", "ф", .fetch),
        ("/v1/projects/p/namespaces/firebase:streamFetchInvalidations", "firebase", .stream),
        ("/v1/projects/p/namespaces/firebase-server/serverRemoteConfig", "firebase-server", .serverTemplate),
        ("/v1/projects/p/namespaces/firebase-server/remoteConfig:rollback", "firebase-server", .rollback),
        ("/v1/projects/p/namespaces/firebase/experiments", "firebase", .experiments(nil)),
        ("/v1/projects/p/namespaces/firebase/rollouts/r_1", "firebase", .rollouts("r_1")),
        ("/v1/projects/p/installations", "firebase", .installations),
        ("/v1/projects/p/installations/cX/authTokens:generate", "firebase", .authTokens("cX")),
    ])
    func `an address is read with its verb`(
        path: String,
        namespace: String,
        resource: FlagPath.Resource
    ) throws {
        let read = try #require(FlagPath(path))

        #expect(read.project == "p")
        #expect(read.namespace == namespace)
        #expect(read.resource == resource)
    }

    @Test(arguments: [
        "/v1", "/v1/", "/v1/projects", "/v1/projects/", "/v1/projects//remoteConfig", "/v1/projects/p/",
        "/v1/projects/p//namespaces/n:fetch", "/v1/projects/p/namespaces/n%00:fetch",
        "/v1/projects/p/namespaces/n%2:fetch", "/v1/projects/p/namespaces/%:fetch", "/v1/projects/p:other",
        "/v1/projects/p/remoteConfig:other", "/v1/projects/p/namespaces/n:other",
        "/v1/projects/p/namespaces/firebase/serverRemoteConfig", "/v1/projects/p/%zz", "/v1/projects/%ff",
        "/v1/projects/p/namespaces/n/experiments/a/b", "/v1/projects/p/namespaces/n/remoteConfig/x",
        "/v1/projects/p/installations/cX/authTokens", "/v2/projects/p/remoteConfig",
        "/v1/projects/" + String(repeating: "p", count: 3_000) + "/remoteConfig",
    ])
    func `whatever else is no address`(path: String) {
        #expect(FlagPath(path) == nil)
    }

    @Test func `a query is read as forms write it`() {
        let query = FlagQuery("a=1&b=x+y%2B&c&d=&a=2&=e&%zz=1")

        #expect(query["a"] == "2")
        #expect(query["b"] == "x y+")
        #expect(query["c", "a"] == "2")
        #expect(query["d"] == nil)
    }
}
