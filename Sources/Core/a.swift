import CLibCrypto
import CLibCurl
import CLibXML
import CLibZ
import Storage
