import Apps
import ArgumentParser
import Core
import Web

extension Mods: AppCommands {
    func commands(of type: ContentType) -> [any ParsableCommand.Type] {
        type.name == ModFiles.type.name ? [ModsCounts.self, ModsCatalogue.self, ModsLoad.self] : []
    }
}
