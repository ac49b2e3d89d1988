package org.reprise.load.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that one command at a time holds; the kernel takes it from a command that is killed. */
public final class CommandLock {
  private CommandLock() {}

  /**
   * Waits for it as long as it takes, and returns what gives it back when closed.
   *
   * @param waiting runs where another command holds it; what it throws ends the waiting
   */
  public static Closeable take(Path file, Runnable waiting) throws IOException {
    // The file stays: a second one of its name could be locked beside it.
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        waiting.run();
        channel.lock();
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }
}
