import Core
import Storage
import Testing

struct CryptoTests {
    /// Examples of FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `a digest is the one of the standard`(text: String, hex: String) {
        #expect(SHA256.hex(text.utf8) == hex)
    }

    @Test func `a stream has the digest of its whole`() {
        var stream = SHA256()
        for _ in 0..<1000 { stream.update(Array(repeating: UInt8(ascii: "a"), count: 1000)) }
        stream.update(AnySequence<UInt8>([]))

        let hex = stream.finishHex()

        #expect(hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// RFC 4231 §4.2, §4.3 and §4.7, and an empty input.
    @Test(arguments: [
        (
            Array(repeating: UInt8(0x0B), count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Array(repeating: UInt8(0xAA), count: 131),
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func `a keyed digest is the one of the standard`(key: [UInt8], text: String, hex: String) {
        #expect(Hex.encode(HMAC.sha256(Array(text.utf8), key: key)) == hex)
    }

    /// RFC 7914 §12.
    @Test(arguments: [
        (
            "", "", 4, 1, 1,
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", 10, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
    ])
    func `scrypt is the one of the standard`(
        password: String,
        salt: String,
        logN: UInt64,
        r: UInt64,
        p: UInt64,
        hex: String
    ) throws {
        let cost = try #require(Scrypt.Cost(logN: logN, r: r, p: p))

        let key = Scrypt.derive(Array(password.utf8), salt: Array(salt.utf8), cost: cost, count: 64)

        #expect(key.map { Hex.encode($0) } == hex)
    }

    @Test func `a password matches what was kept of it, and no other does`() throws {
        let hash = try #require(PasswordHash("пароль с йотом", cost: .forTests, random: .system))

        let read = try #require(PasswordHash(hash.text))

        #expect(hash.text.hasPrefix("scrypt$4$1$1$"))
        #expect(read == hash)
        #expect(read.matches("пароль с йотом"))
        // The same letters in decomposed form.
        #expect(read.matches("пароль с и\u{306}отом"))
        #expect(!read.matches("пароль с иотом"))
        // For HMAC both are the same key.
        #expect(!read.matches("пароль с йотом\0"))
        #expect(!PasswordHash.decoy(.forTests).matches(""))
    }

    @Test func `the standard cost can be paid`() throws {
        let hash = try #require(PasswordHash("correct horse", cost: .standard, random: .system))

        #expect(hash.text.hasPrefix("scrypt$17$8$1$"))
        #expect(hash.matches("correct horse"))
    }

    @Test(arguments: [
        "", "scrypt", "scrypt$15$8$1$AAAA$AAAA", "bcrypt$4$1$1$AAAA$AAAA", "scrypt$60$8$1$AAAA$AAAA",
        "scrypt$4$1$1$A*AA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "scrypt$0$1$1$AAAA$AAAA",
    ])
    func `a text that is no hash is refused`(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    @Test func `equality is that of all bytes`() {
        #expect(isEqualInConstantTime([], []))
        #expect(isEqualInConstantTime([1, 2, 3], [1, 2, 3]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2, 4]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2]))
    }

    @Test func `bytes go through text unchanged`() {
        let bytes = Array(UInt8.min...UInt8.max)

        for count in 0...bytes.count {
            let some = Array(bytes.prefix(count))
            #expect(Hex.decode(Hex.encode(some)) == some)
            #expect(Base64URL.decode(Base64URL.encode(some)) == some)
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("-_9") == nil)
        #expect(Base64URL.decode("-_8=") == nil)
        #expect(Hex.decode("0G") == nil)
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("aF") == [0xAF])
    }

    @Test func `random characters are all of the alphabet, each as likely`() {
        let counting = RandomBytes { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 5) } }

        let made = counting.characters(2000, of: "abc")
        let counts = Dictionary(grouping: made) { $0 }.mapValues(\.count)

        #expect(made.count == 2000)
        #expect(Set(counts.keys) == ["a", "b", "c"])
        #expect(RandomBytes.system(32) != RandomBytes.system(32))
        #expect(RandomBytes.system(0).isEmpty)
    }

    @Test func `an identifier is a UUIDv7 that sorts by time`() throws {
        let at = try #require(Timestamp(microseconds: 1_645_557_742_000_000))
        let ones = RandomBytes { Array(repeating: 0xFF, count: $0) }

        let first = Identifier.new(at: at, random: ones)
        let second = Identifier.new(at: at.advanced(by: .milliseconds(1)), random: .system)

        #expect(first == "017f22e2-79b0-7fff-bfff-ffffffffffff")
        #expect(first < second)
        #expect(Identifier.normalized(second) == second)
    }

    @Test(arguments: [
        "", "017f22e2-79b0-7fff-bfff-fffffffffff", "017f22e279b07fffbfffffffffffffff",
        "017f22e2-79b0-7fff-bfff-fffffffffffg", "017f22e2-79b07-fff-bfff-ffffffffffff",
        " 17f22e2-79b0-7fff-bfff-ffffffffffff", "{017f22e2-79b0-7fff-bfff-ffffffffff}",
        "017f22e2-79b0-7fff-bfff-ffffffffffff-",
    ])
    func `a text that is no UUID is refused`(text: String) {
        #expect(Identifier.normalized(text) == nil)
    }

    @Test func `a UUID is kept in lower case`() {
        #expect(
            Identifier.normalized("017F22E2-79B0-7FFF-BFFF-FFFFFFFFFFFF")
                == "017f22e2-79b0-7fff-bfff-ffffffffffff"
        )
    }
}

struct AESGCMTests {
    /// Test case 14 of the specification of GCM: a key, a nonce and 16 bytes of zeros.
    @Test func `it seals as the standard says`() {
        let zeros = RandomBytes { Array(repeating: 0, count: $0) }
        let key = [UInt8](repeating: 0, count: 32)

        let sealed = AESGCM.seal([UInt8](repeating: 0, count: 16), key: key, random: zeros)

        let text = "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        #expect(Hex.encode((sealed ?? []).dropFirst(12)) == text)
    }

    @Test(arguments: [0, 1, 16, 1000])
    func `only the key opens what was sealed, and only unchanged`(count: Int) throws {
        let bytes = RandomBytes.system(count)
        let key = RandomBytes.system(32)
        let sealed = try #require(AESGCM.seal(bytes, key: key, random: .system))

        #expect(AESGCM.open(sealed, key: key) == bytes)
        #expect(AESGCM.open(sealed, key: RandomBytes.system(32)) == nil)
        for index in [0, 12, sealed.count - 1] {
            var changed = sealed
            changed[index] ^= 1
            #expect(AESGCM.open(changed, key: key) == nil)
        }
        #expect(AESGCM.open(Array(sealed.prefix(27)), key: key) == nil)
        #expect(AESGCM.seal(bytes, key: Array(key.prefix(16)), random: .system) == nil)
    }
}
