import Storage

extension ImportPlanner {
    /// Builds the plan for one row, and collects its faults.
    struct Drafting {
        let planner: ImportPlanner
        let row: ImportRow
        let context: ImportContext
        private(set) var faults: [Fault] = []

        init(planner: ImportPlanner, row: ImportRow, context: ImportContext) {
            (self.planner, self.row, self.context) = (planner, row, context)
        }

        private var type: ContentType { planner.type }

        mutating func plan(id: String, place: Int64) -> ImportPlan? {
            // The faults of the row itself were reported by the scan.
            guard row.faults.isEmpty else { return nil }
            let before = planner.existing(row, in: context)
            checkIdentity(before)
            let base = before ?? content(id: id, place: place)
            guard faults.isEmpty, let after = changed(base, from: before) else { return nil }
            var plan = ImportPlan(before: before, after: after, sourceVersion: row.sourceVersion)
            plan.missing = missing(in: after, since: before)
            checkSlug(of: after)
            if let before {
                plan.action = Self.action(before, after)
                if planner.options.format == .json, let position = row.position, position != before.position {
                    plan.after.position = position
                    plan.isMoved = true
                }
            }
            return plan
        }

        private func content(id: String, place: Int64) -> Content {
            Content(
                id: id,
                type: type.name,
                version: 1,
                position: row.position ?? place,
                createdAt: row.createdAt ?? planner.now,
                createdBy: row.createdBy ?? planner.author.name,
                number: row.number,
                updatedAt: planner.now,
                updatedBy: planner.author.name
            )
        }

        private static func action(_ before: Content, _ after: Content) -> HistoryEntry.Action? {
            if before.archivedAt != after.archivedAt {
                return after.archivedAt == nil ? .unarchived : .archived
            }
            if before.live != after.live { return after.live == nil ? .unpublished : .published }
            if before.draft == after.draft { return nil }
            return after.draft == nil ? .discarded : .saved
        }

        private mutating func add(_ faults: [Fault], at path: String = "") {
            self.faults += faults.map { planner.located($0, at: path, in: row) }
        }

        // MARK: Identity

        private mutating func checkIdentity(_ before: Content?) {
            if planner.options.key == .slug, row.slug == nil, let slug = type.slugField {
                add([Fault("#/\(slug.name)", "не заполнено", "is missing")])
            }
            let isPatch = if case .patch = row.change { true } else { false }
            switch before?.shelf {
            case .trash: add([Fault("#/id", "запись в корзине", "is in the trash; recover it first")])
            case .archive where isPatch:
                add([Fault("#/id", "запись в архиве", "is archived; take it out of the archive first")])
            case .archive, .active, nil: break
            }
            if before == nil, let id = row.id, let other = context.strangers[id] {
                add([Fault("#/id", "это запись из \(other)", "is the id of one of \(other)")])
            }
            let version = before?.version ?? 0
            if let expected = row.expectedVersion, expected != version {
                add([
                    Fault(
                        "#/if_version",
                        "здесь версия \(version), а не \(expected)",
                        "is not the version here, which is \(version)"
                    )
                ])
            }
        }

        private mutating func checkSlug(of after: Content) {
            guard let slug = type.slug(of: after.fields), let field = type.slugField else { return }
            let owner = context.owners[type.name]?[slug].flatMap { planner.scan.contains(id: $0) ? nil : $0 }
            // The former holder of the slug keeps it, even if the same file renames that entry again.
            guard let owner = owner ?? context.formerOwners[type.name]?[slug], owner != after.id else {
                return
            }
            add([Fault("#/\(field.name)", "уже занято", "is taken by another of \(type.name)")])
        }

        // MARK: Changes

        private mutating func changed(_ base: Content, from before: Content?) -> Content? {
            var after = base
            switch row.change {
            case .patch(let patch, let state):
                let path = planner.options.format == .json ? "/fields" : ""
                let now = before?.fields ?? type.initialBody
                guard let body = body(now, patchedBy: patch, at: path) else { return nil }
                if publishes(state) {
                    guard isComplete(body, at: path) else { return nil }
                    (after.live, after.draft) = (body, nil)
                } else if before == nil || body != before?.fields {
                    after.draft = body
                }
            case .whole(let draft, let live):
                after.draft = draft.flatMap { body([:], patchedBy: $0, at: "/draft") }
                after.live = live.flatMap { body([:], patchedBy: $0, at: "/live") }
                after.archivedAt = row.archivedAt.map { before?.archivedAt ?? $0 }
                if let live = after.live, !isComplete(live, at: "/live") { return nil }
            }
            return after
        }

        /// A row whose state is draft stays a draft.
        private func publishes(_ state: Content.State?) -> Bool {
            guard planner.options.publishes else { return false }
            return switch state {
            case nil, .scheduled, .live, .ended: true
            case .draft, .archived, .trash: false
            }
        }

        private mutating func body(_ body: Body, patchedBy patch: [String: JSON], at path: String) -> Body? {
            do {
                return try type.body(body, patchedBy: resolved(patch, at: path))
            } catch {
                add(error.faults, at: path)
                return nil
            }
        }

        private mutating func isComplete(_ body: Body, at path: String) -> Bool {
            do {
                try type.requireComplete(body)
                return true
            } catch {
                add(error.faults, at: path)
                return false
            }
        }

        // MARK: References

        /// The patch with slugs replaced by ids.
        private mutating func resolved(_ patch: [String: JSON], at path: String) -> [String: JSON] {
            var patch = patch
            for field in type.fields where !field.targets.isEmpty {
                guard let json = patch[field.name],
                    field.references(in: json).contains(where: { isSlug($0.id) })
                else { continue }
                let resolved = field.replacingReferences(in: json) { reference in
                    isSlug(reference.id)
                        ? id(of: reference, Fault.Place(path, field, reference)) : reference.id
                }
                patch[field.name] = resolved ?? .null
            }
            return patch
        }

        private func isSlug(_ name: String) -> Bool { !name.isEmpty && Identifier.normalized(name) == nil }

        /// The id of the entry that is named by its slug.
        private mutating func id(of reference: FieldReference, _ place: Fault.Place) -> String? {
            let (name, target) = (reference.id, reference.target)
            let own = target == type.name ? planner.scan.idsBySlug[name] : nil
            if let id = context.owners[target]?[name] ?? own ?? context.formerOwners[target]?[name] {
                return id
            }
            let shown = name.clipped
            let what = Localized(
                "нет записи «\(shown)»; нужен её id или адрес (slug)",
                "names “\(shown)”, which is not among \(target)"
            )
            add([Fault(place.pointer, what)], at: place.path)
            return nil
        }

        /// The missing references that come later; any other missing one is reported as a fault.
        private mutating func missing(in after: Content, since before: Content?) -> [String: Set<String>] {
            let isPatch = if case .patch = row.change { true } else { false }
            let patchPath = planner.options.format == .json ? "/fields" : ""
            var missing: [String: Set<String>] = [:]
            for (path, body, old) in [
                (isPatch ? patchPath : "/draft", after.draft, before?.draft),
                (isPatch ? patchPath : "/live", after.live, before?.live),
            ] {
                guard let body, body != old else { continue }
                for need in needs(of: body, since: old ?? before?.fields ?? [:]) {
                    if isAwaited(need.id, in: need.target) {
                        missing[need.target, default: []].insert(need.id)
                    } else {
                        add([need.fault], at: path)
                    }
                }
            }
            return missing
        }

        /// True if the entry comes with a later row, or a later file.
        private func isAwaited(_ id: String, in target: String) -> Bool {
            planner.options.missing == .later || target == type.name && planner.scan.contains(id: id)
        }

        /// The missing targets of a body, except those that `old` has too.
        private func needs(of body: Body, since old: Body) -> [(target: String, id: String, fault: Fault)] {
            var needs: [(target: String, id: String, fault: Fault)] = []
            for field in type.fields {
                let before = Set(field.references(in: old[field.name]).map(\.id))
                for reference in field.references(in: body[field.name])
                where context.present[reference.target]?.contains(reference.id) != true
                    && !before.contains(reference.id)
                {
                    let what = Localized("такой записи нет", "is not one of \(reference.target)")
                    let fault = Fault("#/\(field.name)\(reference.path)", what)
                    needs.append((reference.target, reference.id, fault))
                }
            }
            for (field, ids) in type.uploads(in: body) {
                let (before, isList) = (type.ids(of: field, in: old), body[field.name]?.array != nil)
                for (index, id) in ids.enumerated()
                where !context.uploads.contains(id) && !before.contains(id) {
                    let what = Localized("такого файла нет", "is not an uploaded file")
                    let fault = Fault("#/\(field.name)\(isList ? "/\(index)" : "")", what)
                    needs.append((ImportPlanner.media, id, fault))
                }
            }
            return needs
        }
    }
}

extension Fault {
    /// The position of a value in a row: the path to the body, and the pointer within it.
    fileprivate struct Place {
        let path: String
        let pointer: String

        init(_ path: String, _ field: Field, _ reference: FieldReference) {
            (self.path, pointer) = (path, "#/\(field.name)\(reference.path)")
        }
    }
}
