import Testing

@testable import Core

/// Addresses on the internet, and addresses of this machine, its network or a special use.
struct PeerAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.100.100.200",
        "100.127.255.255",
        "127.0.0.1", "127.255.255.255", "168.63.129.16", "169.254.169.254", "169.254.0.1", "172.16.0.0",
        "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1",
        "192.168.255.255",
        "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255", "::", "::1", "::7f00:1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.1.2.3",
        "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808", "100::1",
        "2001::1", "2001:0:7f00:1::", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1",
        "3fff::1",
        "5f00::1", "fc00::1", "fd00:ec2::254", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
    ])
    func `an address inside is not public`(text: String) throws {
        #expect(try #require(PeerAddress(text)).isPublic == false)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1",
        "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2a02:6b8::1",
    ])
    func `an address outside is public`(text: String) throws {
        #expect(try #require(PeerAddress(text)).isPublic)
    }

    @Test(arguments: [
        ("crm.local", true), ("10.0.0.5:8443", true), ("[fd00::5]:80", true), ("localhost", true),
        ("", false), ("http://crm.local", false), ("crm local", false), ("crm/..", false), ("a@b", false),
        ("[::1", false), ("host:99999", false),
    ])
    func `a host inside is a name or an address, with a port or without`(text: String, isHost: Bool) {
        #expect(Destinations.isHost(text) == isHost, "\(text)")
    }
}
