package org.reprise.load.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.reprise.load.deploy.Home;

/**
 * Held by a command that starts or ends services in the background. Of two at once in one checkout
 * the second waits: otherwise one that fails would end what the other has just started. The kernel
 * takes the lock from a command that is killed.
 */
final class UpLock implements AutoCloseable {
  private final FileChannel channel;

  private UpLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock as long as it takes.
   *
   * @param progress hears that there is something to wait for
   * @throws java.nio.channels.FileLockInterruptionException where the thread is interrupted
   */
  static UpLock take(Home home, Consumer<String> progress) throws IOException {
    var folder = home.ownState("up");
    // The file stays: a second one of its name could be locked beside it.
    var channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        progress.accept("another ./reprise up or down is at work in this checkout: waiting for it");
        channel.lock();
      }
      return new UpLock(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
