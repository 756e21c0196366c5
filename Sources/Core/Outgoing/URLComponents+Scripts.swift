import FoundationEssentials

extension URLComponents {
    /// The parts of an address that may have letters of any script, which are `x` in the parts.
    ///
    /// It serves to check the form of an address. `URLComponents` itself refuses such letters in a host, because
    /// FoundationEssentials has no tables of them; libcurl accepts them.
    package init?(anyScript text: String) {
        let plain = text.unicodeScalars.map { $0.isASCII ? $0 : "x" }
        self.init(string: String(String.UnicodeScalarView(plain)))
    }
}
