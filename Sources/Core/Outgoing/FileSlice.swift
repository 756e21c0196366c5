import CLibCurl
import Glibc

/// A part of a file that is being sent; used only on the queue of its client.
final class FileSlice {
    private let file: Int32
    private let part: Range<Int>
    /// The place of the next byte.
    private var offset: Int

    /// Nil if the file cannot be opened.
    init?(_ path: String, _ part: Range<Int>) {
        let file = Descriptors.ofFile(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        (self.file, self.part, offset) = (file, part, part.lowerBound)
    }

    deinit { close(file) }

    /// Makes it the body of a request; it must outlive the request.
    func send(by handle: UnsafeMutableRawPointer) {
        shim_curl_set_long(handle, CURLOPT_UPLOAD, 1)
        shim_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(part.count))
        shim_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        shim_curl_set_read(handle, CURLOPT_READFUNCTION) { buffer, size, count, slice in
            guard let slice, let buffer else { return Int(CURL_READFUNC_ABORT) }
            return Unmanaged<FileSlice>.fromOpaque(slice).takeUnretainedValue()
                .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        }
    }

    /// The number of bytes read; the request is aborted if the file has become shorter.
    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let wanted = min(buffer.count, part.upperBound - offset)
        guard wanted > 0 else { return 0 }
        var got = pread(file, buffer.baseAddress, wanted, off_t(offset))
        while got < 0, errno == EINTR { got = pread(file, buffer.baseAddress, wanted, off_t(offset)) }
        guard got > 0 else { return Int(CURL_READFUNC_ABORT) }
        offset += got
        return got
    }
}
