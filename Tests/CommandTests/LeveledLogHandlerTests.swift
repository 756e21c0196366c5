import Logging
import Storage
import TestSupport
import Testing

@testable import vitrina

struct LeveledLogHandlerTests {
    @Test func `a line has the metadata of its logger, and before them its own`() {
        let lines = LogLines()
        var logger = lines.logger
        logger.handler = LeveledLogHandler(logger.handler, Locked(.info))
        logger[metadataKey: "part"] = "http"
        var other = logger
        other[metadataKey: "part"] = "jobs"

        logger.info("first")
        logger.debug("too low")
        logger.info("second", metadata: ["part": "own"])
        other.info("third")

        #expect(logger[metadataKey: "part"] == "http")
        let told = lines.all.map { line in ["http", "own", "jobs"].filter { line.contains($0) } }
        #expect(told == [["http"], ["own"], ["jobs"]])
    }
}
