import Hummingbird
import Core
