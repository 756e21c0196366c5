import Core
import FoundationEssentials

/// Plans the copy of entries from one installation to another, with conflicts and faults.
struct PromotePlanner {
    /// The maximum number of conflicts with shown differences.
    private static let differencesMax = 100

    let source: Installation
    let target: Installation
    let request: PromoteRequest
    /// The folder of temporary files.
    let folder: String
    private var indices: [String: TypeIndex] = [:]
    private var plans: [String: TypePromotion] = [:]
    private var checks: [String: PromoteCheck] = [:]
    /// The referenced entries that are copied too, by type.
    private var references: [String: Set<String>] = [:]

    init(from source: Installation, to target: Installation, _ request: PromoteRequest, folder: String) {
        (self.source, self.target, self.request, self.folder) = (source, target, request, folder)
    }

    mutating func plan() async throws -> PromotePlan {
        var found: Set<String> = []
        for type in request.types { found.formUnion(try await compare(type)) }
        try requireFound(found)
        var lacking = try await check()
        while request.withReferences, try await takeAlong(lacking) { lacking = try await check() }
        var types = plans.values.map(\.type).sorted { $0.name < $1.name }.byDependency.compactMap {
            plans[$0.name]
        }
        let media = lacking.removeValue(forKey: "media") ?? []
        let faults = try types.flatMap { type in
            try (checks[type.type.name]?.faults ?? []) + referrers(of: type, to: lacking)
        }
        try await addDifferences(to: &types)
        return PromotePlan(
            source: source.name,
            target: target.name,
            types: types,
            media: media.sorted(),
            faults: Array(faults.prefix(Limits.importFaultsMax))
        )
    }

    // MARK: Both installations

    private func file(of type: ContentType) -> String { "\(folder)/\(type.name).source.json" }

    private mutating func index(of type: ContentType) async throws -> TypeIndex {
        if let index = indices[type.name] { return index }
        let own = file(of: type)
        try await source.naming { try await $0.export(type, to: own) }
        let index = try await target.naming { session in
            var index = TypeIndex(type)
            let file = "\(folder)/\(type.name).target.json"
            defer { try? FileManager.default.removeItem(atPath: file) }
            try await session.export(type, to: file)
            try Self.read(file) { index.add($0) }
            try await session.export(type, state: Content.State.trash.rawValue, to: file)
            try Self.read(file) { index.add(trashed: $0) }
            return index
        }
        indices[type.name] = index
        return index
    }

    static func read(_ file: String, _ body: (PromotedContent) throws -> Void) throws {
        try ContentFolder.read(file) { json in
            try body(Failure.reading(PromotedContent.self, json))
        }
    }

    /// Compares the selected entries of a type; returns the ids in the target.
    private mutating func compare(_ type: ContentType) async throws -> Set<String> {
        let index = try await index(of: type)
        let wanted = references[type.name] ?? []
        var (plan, places) = (TypePromotion(type: type), PromotePlaces(index))
        var found: Set<String> = []
        try Self.read(file(of: type)) { content in
            if request.ids?.contains(content.id) == true { found.insert(content.id) }
            guard wanted.contains(content.id) || request.takes(content, of: type) else {
                return places.add(content, isNew: false)
            }
            let item = PromoteItem(
                content,
                of: type,
                in: index,
                from: source.name,
                overwrites: request.overwrites
            )
            places.add(content, isNew: item.state == .new)
            if item.state == .unchanged { plan.unchanged += 1 } else { plan.items.append(item) }
        }
        if case .manual = type.order {
            let positions = places.positions
            for number in plan.items.indices {
                plan.items[number].position = positions[plan.items[number].id]
            }
        }
        plans[type.name] = plan
        checks[type.name] = nil
        return found
    }

    private func requireFound(_ found: Set<String>) throws(Failure) {
        let lost = (request.ids ?? []).subtracting(found).sorted()
        guard !lost.isEmpty else { return }
        let list = lost.joined(separator: ", ")
        throw Failure(
            .notFound,
            Problem.Kind.notFound.rawValue,
            Localized("\(source.name): нет \(list).", "\(source.name): there is no \(list).")
        )
    }

    // MARK: Checks by the target

    /// Checks unchecked rows on the target; returns the references that are still missing, by type.
    private mutating func check() async throws -> [String: Set<String>] {
        var missing: [String: Set<String>] = [:]
        for (name, plan) in plans.sorted(by: { $0.key < $1.key }) where !plan.written.isEmpty {
            let check: PromoteCheck
            if let known = checks[name] {
                check = known
            } else {
                let rows = PromoteRows(plan: plan, source: source, target: target, note: request.note)
                try await rows.write(file(of: plan.type), in: folder)
                check = PromoteCheck(try await rows.send(from: folder, isDryRun: true), of: plan)
            }
            checks[name] = check
            missing.merge(check.missing) { $0.union($1) }
        }
        for (name, plan) in plans {
            missing[name]?.subtract(plan.items.filter { $0.state == .new }.map(\.id))
        }
        return missing.filter { !$0.value.isEmpty }
    }

    /// Adds missing entries to the plan; false if there are none to add.
    private mutating func takeAlong(_ lacking: [String: Set<String>]) async throws -> Bool {
        var isMore = false
        for (name, ids) in lacking.sorted(by: { $0.key < $1.key }) {
            let more = ids.subtracting(references[name] ?? [])
            guard !more.isEmpty, let type = ContentType.named(name) else { continue }
            references[name, default: []].formUnion(more)
            _ = try await compare(type)
            isMore = true
        }
        return isMore
    }

    /// Returns a fault for every reference to an entry that the target does not have.
    private func referrers(of plan: TypePromotion, to lacking: [String: Set<String>]) throws -> [Fault] {
        guard !lacking.isEmpty, !plan.written.isEmpty else { return [] }
        let written = Set(plan.written.map(\.id))
        var faults: [Fault] = []
        try Self.read(file(of: plan.type)) { content in
            guard written.contains(content.id), faults.count < Limits.importFaultsMax else { return }
            var told: Set<String> = []
            for body in [content.draft, content.live] {
                for (field, type, ids) in plan.type.references(in: body ?? [:]) {
                    for id in ids where lacking[type]?.contains(id) == true {
                        guard told.insert("\(field.name) \(id)").inserted else { continue }
                        let pointer = "#/\(plan.type.name)/\(content.id)/\(field.name)"
                        faults.append(Fault(pointer, lack(of: id, type)))
                    }
                }
            }
        }
        return faults
    }

    private func lack(of id: String, _ type: String) -> Localized {
        let why = plans[type]?.items.first { $0.id == id }?.reason?.text(from: source.name, to: target.name)
        return Localized(
            "в \(target.name) нет \(type) \(id)" + (why.map { " (\($0.ru))" } ?? ""),
            "refers to \(type) \(id), which \(target.name) lacks" + (why.map { " (\($0.en))" } ?? "")
        )
    }

    // MARK: Conflicts

    private func addDifferences(to types: inout [TypePromotion]) async throws {
        var left = Self.differencesMax
        for number in types.indices {
            let type = types[number].type
            let ids = types[number].items.filter { $0.state == .conflict && $0.reason?.isDifference == true }
                .prefix(left).map(\.id)
            guard !ids.isEmpty else { continue }
            left -= ids.count
            var theirs: [String: Content.Answer] = [:]
            for id in ids {
                theirs[id] = try await target.naming { session in
                    try await session.api.get(type.path + [id], as: Content.Answer.self)
                }
            }
            var differences: [String: [ContentDiff.Change]] = [:]
            try Self.read(file(of: type)) { content in
                guard let there = theirs[content.id] else { return }
                let changes = type.changes(from: there.fields, to: content.fields)
                differences[content.id] =
                    changes.isEmpty
                    ? type.changes(from: there.live ?? [:], to: content.live ?? [:]) : changes
            }
            for item in types[number].items.indices {
                types[number].items[item].differences = differences[types[number].items[item].id] ?? []
            }
        }
    }
}
