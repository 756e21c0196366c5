import Hummingbird
import Web

extension Travel {
    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        FeedImportPage(console: console).add(to: group)
    }
}
