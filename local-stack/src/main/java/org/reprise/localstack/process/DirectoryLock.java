package org.reprise.localstack.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Keeps other threads and other processes out of a directory for a while. The lock file stays:
 * deleting it would let two processes hold locks on two files of one name. The kernel lets go of
 * the lock when its holder is killed.
 */
public final class DirectoryLock {
  // A file lock belongs to the whole JVM, so its threads need a lock among themselves.
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private DirectoryLock() {}

  /** Waits for the lock, as long as it takes, and acts while it is held. */
  public static <T> T holding(Path lockFile, Supplier<T> action) {
    Path file = lockFile.toAbsolutePath().normalize();
    ReentrantLock threads = THREADS.computeIfAbsent(file, path -> new ReentrantLock());
    threads.lock();
    // Closing the channel gives the lock back.
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      return action.get();
    } catch (IOException e) {
      throw new LocalStackException("cannot lock " + file + ": " + e, e);
    } finally {
      threads.unlock();
    }
  }
}
