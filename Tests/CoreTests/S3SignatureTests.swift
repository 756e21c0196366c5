import Storage
import Testing

@testable import Core

/// The test suite of Signature Version 4, and the examples of the documentation of S3.
struct S3SignatureTests {
    private static let noBody = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let characters =
        "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    /// A request of the test suite and its signature.
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "GET"
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        let names: String
        let signature: String
    }

    private static let vectors = [
        Vector(
            testDescription: "get-vanilla",
            names: "host;x-amz-date",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
        ),
        Vector(
            testDescription: "post-vanilla",
            method: "POST",
            names: "host;x-amz-date",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
        ),
        Vector(
            testDescription: "get-vanilla-query-order-key-case",
            query: [("Param2", "value2"), ("Param1", "value1")],
            names: "host;x-amz-date",
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
        ),
        Vector(
            testDescription: "get-vanilla-query-unreserved",
            query: [(characters, characters)],
            names: "host;x-amz-date",
            signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"
        ),
        Vector(
            testDescription: "get-header-value-trim",
            headers: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
            names: "host;my-header1;my-header2;x-amz-date",
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"
        ),
    ]

    @Test(arguments: vectors)
    func `a signature is the one of the test suite`(vector: Vector) {
        let signature = S3Signature(
            key: "AKIDEXAMPLE",
            secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            region: "us-east-1",
            service: "service"
        )
        let time = "20150830T123600Z"
        let headers: [(name: String, value: String)] = [
            ("X-Amz-Date", time), ("Host", "example.amazonaws.com"),
        ]

        let header = signature.authorization(
            vector.method,
            path: "/",
            query: S3Signature.query(vector.query),
            headers: headers + vector.headers,
            payload: Self.noBody,
            time: time
        )

        #expect(
            header == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
                + "SignedHeaders=\(vector.names), Signature=\(vector.signature)"
        )
    }

    @Test(arguments: [
        (
            [("max-keys", "2"), ("prefix", "J")],
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
        ([("lifecycle", "")], "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    ])
    func `a signature is the one of the documentation of S3`(
        query: [(String, String)],
        expected: String
    ) throws {
        let signature = S3Signature(
            key: "AKIAIOSFODNN7EXAMPLE",
            secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            region: "us-east-1"
        )
        let time = try #require(Timestamp("2013-05-24T00:00:00Z")).amzDate

        let header = signature.authorization(
            "GET",
            path: "/",
            query: S3Signature.query(query.map { (name: $0.0, value: $0.1) }),
            headers: [
                ("Host", "examplebucket.s3.amazonaws.com"), ("X-Amz-Content-SHA256", Self.noBody),
                ("X-Amz-Date", time),
            ],
            payload: Self.noBody,
            time: time
        )

        #expect(time == "20130524T000000Z")
        #expect(header.hasSuffix("Signature=\(expected)"))
    }

    @Test func `a query is escaped as it is signed`() {
        #expect(S3Signature.query([("b", "a/b+c="), ("a", "é ~")]) == "a=%C3%A9%20~&b=a%2Fb%2Bc%3D")
    }

    @Test func `a bucket is named by the host of AWS, and by the path elsewhere`() throws {
        func bucket(_ name: String, at url: String?, _ region: String) throws -> S3Bucket {
            let endpoint = try url.map { try #require(S3Endpoint($0)) }
            return S3Bucket(name, of: S3Account(endpoint: endpoint, region: region, key: "a", secret: "b"))
        }

        let aws = try bucket("media", at: nil, "eu-central-1")
        #expect(aws.host == "media.s3.eu-central-1.amazonaws.com")
        #expect(aws.path(of: "") == "/" && aws.path(of: "a/b") == "/a/b")
        let dotted = try bucket("media.example", at: nil, "cn-north-1")
        #expect(dotted.host == "s3.cn-north-1.amazonaws.com.cn")
        #expect(dotted.path(of: "") == "/media.example" && dotted.path(of: "a") == "/media.example/a")
        let own = try bucket("media", at: "HTTP://S3.Example.com:9000/storage/", "ru-1")
        #expect(own.scheme == "http" && own.host == "s3.example.com:9000")
        #expect(own.path(of: "a") == "/storage/media/a")
        #expect(try bucket("media", at: "https://s3.example.com:443", "ru-1").host == "s3.example.com")
        #expect(try bucket("media", at: "http://[::1]:9000", "ru-1").host == "[::1]:9000")
    }
}
