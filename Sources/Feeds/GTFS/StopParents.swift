/// The `parent_station` of stops, which may name rows that come later.
struct StopParents {
    private struct Link {
        let stop: Int32
        let line: Int32
        let parent: [UInt8]
    }

    private static let file = GTFSFile.stops.rawValue
    private static let field = "parent_station"
    /// A boarding area stands in a platform, that in a station; more is a fault that was told already.
    private static let depthMax = 8

    private var links: [Link] = []

    mutating func add(_ parent: ArraySlice<UInt8>, of stop: Int32, line: Int) {
        links.append(Link(stop: stop, line: Int32(clamping: line), parent: Array(parent)))
    }

    /// Sets `parent` and `station` of all stops.
    func resolve(in feed: inout GTFSFeed, keys: KeyIndex, _ faults: inout FeedFaults) {
        for link in links {
            guard let parent = keys.find(link.parent[...]) else {
                faults.add(fault(.unknownReference(Self.file), link))
                continue
            }
            let stop = Int(link.stop)
            let type = feed.stops[stop].type
            if let wanted = type.parent, feed.stops[Int(parent)].type == wanted {
                feed.stops[stop].parent = parent
            } else if isCycle(from: link.stop, to: parent, feed, keys) {
                faults.add(fault(.cyclicParent, link))
            } else {
                faults.add(fault(.badParent, link))
            }
        }
        for index in feed.stops.indices {
            var (station, depth) = (index, 0)
            while let parent = feed.stops[station].parent, depth < Self.depthMax {
                station = Int(parent)
                depth += 1
            }
            feed.stops[index].station = Int32(truncatingIfNeeded: station)
        }
    }

    /// True if the parents of `parent` lead back to the stop.
    ///
    /// Parents of the right types never form a cycle, so only stops with a wrong parent come here.
    private func isCycle(from stop: Int32, to parent: Int32, _ feed: GTFSFeed, _ keys: KeyIndex) -> Bool {
        var place = parent
        for _ in 0..<Self.depthMax {
            if place == stop { return true }
            guard let link = link(of: place), let next = keys.find(link.parent[...]) else { return false }
            place = next
        }
        return false
    }

    /// The links are in the order of the stops.
    private func link(of stop: Int32) -> Link? {
        var (low, high) = (0, links.count)
        while low < high {
            let middle = low + (high - low) / 2
            if links[middle].stop == stop { return links[middle] }
            if links[middle].stop < stop { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private func fault(_ reason: FeedFault.Reason, _ link: Link) -> FeedFault {
        FeedFault(
            reason,
            file: Self.file,
            line: Int(link.line),
            field: Self.field,
            value: String(decoding: link.parent.prefix(4 * FeedFault.valueLengthMax), as: UTF8.self)
        )
    }
}
