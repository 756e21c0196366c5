/// What became of one clause for somebody (R103).
package struct ClauseExplanation: Sendable, Hashable {
    /// The clause in its canonical form.
    package let text: String
    /// Where it stands in the expression as it was written, counted in code points from 0.
    package let range: Range<Int>
    package let holds: Bool
    /// What was compared; nil where it is absent, or where nothing is compared.
    package let input: String?
    /// A sentence with its full stop.
    package let why: Localized
}
