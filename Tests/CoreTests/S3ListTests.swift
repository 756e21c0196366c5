import Storage
import Testing

@testable import Core

struct S3ListTests {
    private static let page = """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
          <Name>bucket</Name><Prefix>media/</Prefix><KeyCount>2</KeyCount><MaxKeys>2</MaxKeys>
          <IsTruncated>true</IsTruncated>
          <Contents>
            <Key>media/a&amp;b&#x2E;jpg</Key><LastModified>2026-11-12T17:50:30.000Z</LastModified>
            <ETag>&quot;fba9&quot;</ETag><Size>434234</Size><StorageClass>STANDARD</StorageClass>
            <Owner><ID>7</ID><Key>of the owner</Key></Owner>
          </Contents>
          <Contents><Key><![CDATA[media/é<c>]]></Key><Size>0</Size></Contents>
          <NextContinuationToken>1ueG/+=</NextContinuationToken>
        </ListBucketResult>
        """

    @Test func `a page has its objects, and the way to the next one`() throws {
        let list = try #require(S3List(parsing: Array(Self.page.utf8)))

        #expect(
            list.entries == [
                S3List.Entry(
                    key: "media/a&b.jpg",
                    size: 434_234,
                    storedAt: Timestamp("2026-11-12T17:50:30Z")
                ),
                S3List.Entry(key: "media/é<c>", size: 0, storedAt: nil),
            ]
        )
        #expect(list.next == "1ueG/+=")
    }

    @Test func `the last page has no next one, with a prefix of names or without`() throws {
        let texts = [
            "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>",
            "<s:ListBucketResult xmlns:s='urn:s'><s:NextContinuationToken>a</s:NextContinuationToken></s:ListBucketResult>",
        ]
        for text in texts {
            let list = try #require(S3List(parsing: Array(text.utf8)))
            #expect(list.entries.isEmpty && list.next == nil)
        }
    }

    @Test(arguments: [
        "", "ok", "<html></html>", "<ListBucketResult>", "<ListBucketResult><Contents/></ListBucketResult>",
        "<ListBucketResult><Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
        "<ListBucketResult></ListBucketResult><a/>",
    ])
    func `what is no list is not taken for an empty one`(text: String) {
        #expect(S3List(parsing: Array(text.utf8)) == nil)
    }

    @Test func `entities are not expanded, and a deep document ends`() {
        let bomb = """
            <!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;"><!ENTITY z SYSTEM "file:///etc/passwd">]>
            <Error><Code>&y;&z;</Code></Error>
            """
        let code = XMLElement(parsing: Array(bomb.utf8))?["Code"] ?? ""
        #expect(!code.contains("x") && !code.contains("root"))

        let deep = String(repeating: "<a>", count: 100_000)
        #expect(XMLElement(parsing: Array(deep.utf8)) == nil)
    }
}
