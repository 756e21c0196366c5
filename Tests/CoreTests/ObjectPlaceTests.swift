import Core
import Testing

struct ObjectPlaceTests {
    @Test(arguments: ["a", "media/ab/abcd.jpg", "A-b_c.9/x", String(repeating: "a", count: 500)])
    func `a key is parts of plain characters`(text: String) {
        #expect(ObjectKey(text)?.text == text)
    }

    @Test(arguments: [
        "", "/", "/a", "a/", "a//b", ".", "..", "a/../b", ".hidden", "a/.part-1", "a b", "a\\b", "ключ",
        "a\0",
        "a%2F", "a+b", "e\u{301}", String(repeating: "a", count: 501),
    ])
    func `what could leave its directory, or needs escaping, is no key`(text: String) {
        #expect(ObjectKey(text) == nil)
    }

    @Test func `keys are ordered by their bytes`() throws {
        let keys = try ["b", "a/b", "a-b", "B", "a"].map { try #require(ObjectKey($0)) }

        #expect(keys.sorted().map(\.text) == ["B", "a", "a-b", "a/b", "b"])
    }

    private static let places: [(String, ObjectPlace)] = [
        ("/var/media", .folder("/var/media")), ("./var", .folder("./var")), ("media", .folder("media")),
        ("s3://bucket", .bucket(name: "bucket", prefix: "")),
        ("s3://bucket/", .bucket(name: "bucket", prefix: "")),
        ("s3://my.bucket-1/a/b_c/", .bucket(name: "my.bucket-1", prefix: "a/b_c")),
    ]

    @Test(arguments: places)
    func `a place is a directory or a bucket`(text: String, place: ObjectPlace) throws {
        #expect(try ObjectPlace(text) == place)
        #expect(try ObjectPlace(place.description) == place)
    }

    @Test(arguments: [
        "", "a\0b", "http://bucket", "S3://bucket", "gs://bucket/a", "s3://", "s3:///a", "s3://ab",
        "s3://Bucket",
        "s3://-ab", "s3://ab-", "s3://a..b", "s3://192.168.0.1", "s3://my_bucket", "s3://bucket//a",
        "s3://bucket/a//b", "s3://bucket/.a", "s3://bucket/a b", "s3://bucket/а",
        "s3://" + String(repeating: "a", count: 64), "s3://bucket/" + String(repeating: "a", count: 401),
    ])
    func `a place that nobody can mean is refused`(text: String) {
        #expect(throws: Fault.self) { try ObjectPlace(text) }
    }

    @Test(arguments: [
        "", "s3.example.com", "ftp://s3.example.com", "https://", "https://user:word@s3.example.com",
        "https://s3.example.com?x=1", "https://s3.example.com#x", "https://s3.example.com/a b",
        "https://s3.example.com/../a",
    ])
    func `an endpoint is the plain URL of a server`(text: String) {
        #expect(S3Endpoint(text) == nil)
    }

    @Test func `the secrets of an account are in no text`() throws {
        let account = S3Account(
            endpoint: S3Endpoint("https://s3.example.com"),
            region: "eu-1",
            key: "public",
            secret: "hunter2",
            sessionToken: "hunter3"
        )

        #expect("\(account)" == "S3 s3.example.com, eu-1, public")
        #expect(S3Account.isKey("AKIDEXAMPLE") && !S3Account.isKey("a/b") && !S3Account.isKey("a b"))
        #expect(S3Account.isRegion("eu-central-1") && !S3Account.isRegion("eu/1") && !S3Account.isRegion(""))
    }
}
