package org.reprise.content.store;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.file.Path;

/**
 * How full a file system is, by {@code statvfs} (POSIX.1-2017), since Java's {@code FileStore}
 * knows no inodes. The layout is that of Linux with 64-bit words.
 *
 * @param totalBytes 0 where the file system has no bound
 * @param freeBytes that this user may fill
 * @param totalInodes 0 where the file system makes them as they are needed
 * @param freeInodes that this user may use up
 */
record FileSystemStatistics(long totalBytes, long freeBytes, long totalInodes, long freeInodes) {
  private static final long SIZE_OF_STATVFS = 112;
  private static final long MAX_TEXT = 1024;
  private static final MethodHandle STATVFS =
      function("statvfs", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle STRERROR =
      function("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));

  private static MethodHandle function(String name, FunctionDescriptor types) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), types);
  }

  /** Returns the JDK's text for an error, in the language of the process. */
  static String text(int error) {
    try {
      MemorySegment text = (MemorySegment) STRERROR.invokeExact(error);
      return text.reinterpret(MAX_TEXT)
          .getString(0, Charset.forName(System.getProperty("native.encoding")));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  static FileSystemStatistics of(Path path) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(SIZE_OF_STATVFS, Long.BYTES);
      if ((int) STATVFS.invokeExact(arena.allocateFrom(path.toString()), answer) != 0) {
        throw new IOException("Cannot read the statistics of the file system of " + path);
      }
      // f_frsize, f_blocks, f_bavail, f_files, f_favail
      long unit = answer.get(JAVA_LONG, 8);
      return new FileSystemStatistics(
          unit * answer.get(JAVA_LONG, 16),
          unit * answer.get(JAVA_LONG, 32),
          answer.get(JAVA_LONG, 40),
          answer.get(JAVA_LONG, 56));
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
