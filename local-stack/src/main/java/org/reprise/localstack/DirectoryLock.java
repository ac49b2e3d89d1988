package org.reprise.localstack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps other threads and other processes out of a directory for a while. The lock file stays:
 * deleting it would let two processes hold locks on two files of one name. The kernel lets go of
 * the lock when its holder is killed.
 */
final class DirectoryLock implements AutoCloseable {
  // A file lock belongs to the whole JVM, so its threads need a lock among themselves.
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final ReentrantLock threads;
  private final FileChannel channel;
  private final FileLock lock;

  private DirectoryLock(ReentrantLock threads, FileChannel channel, FileLock lock) {
    this.threads = threads;
    this.channel = channel;
    this.lock = lock;
  }

  /** Waits for the lock, as long as it takes. */
  static DirectoryLock hold(Path lockFile) {
    ReentrantLock threads =
        THREADS.computeIfAbsent(lockFile.toAbsolutePath().normalize(), file -> new ReentrantLock());
    threads.lock();
    try {
      FileChannel channel =
          FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new DirectoryLock(threads, channel, channel.lock());
    } catch (IOException e) {
      threads.unlock();
      throw new LocalStackException("cannot lock " + lockFile + ": " + e, e);
    }
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new LocalStackException("cannot unlock " + lock + ": " + e, e);
    } finally {
      threads.unlock();
    }
  }
}
