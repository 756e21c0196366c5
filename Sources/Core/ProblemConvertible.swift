/// An error that knows what to tell the one who asked.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}
