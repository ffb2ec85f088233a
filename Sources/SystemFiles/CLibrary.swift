// The C library of the platform, for this module and for those that import it. This file alone tells
// platforms apart; `Android` is Bionic.
#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Android)
@_exported public import Android
#else
#error(
  """
  Files are opened, mapped, locked and flushed by POSIX, which this platform does not have. Windows needs \
  CreateFileMapping, LockFileEx and FlushFileBuffers here; WASI has no locks.
  """)
#endif

#if _pointerBitWidth(_32)
#error("Ids of cities need 32 bits without a sign, and this platform's Int has 32 with one.")
#endif

// These functions have names of their own, because methods of `OpenFile` hide the calls inside that
// type.

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

func systemRename(_ path: String, _ target: String) -> Int32 { unsafe rename(path, target) }

func systemLink(_ path: String, _ target: String) -> Int32 { unsafe link(path, target) }

/// Returns when all data are on the disk.
func systemFlush(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
  // On Apple platforms, `fsync` may leave the data in the drive's cache.
  if fcntl(descriptor, F_FULLFSYNC) != -1 { return 0 }
  #endif
  return fsync(descriptor)
}
