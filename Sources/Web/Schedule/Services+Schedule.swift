import Core

extension Services {
    package var releases: ReleaseStore { ReleaseStore(contents: contents) }
    package var dueChanges: DueChanges { DueChanges(contents: contents) }
    package var agenda: Agenda { Agenda(database: database) }
}
