/// An error that can be reported to the client as a problem.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}
