package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Envelope;

/**
 * The content of a payload while its message is judged: read once from the network, then as often
 * as digests and the database want it. Small ones stay in memory; larger ones go to a file that has
 * no name, so that nothing is left of it when the process is killed.
 */
public final class Spool implements AutoCloseable {
  /** Bytes that stay in memory. */
  static final int IN_MEMORY = 64 * 1024;

  private byte[] head = new byte[0];
  private @Nullable FileChannel file;
  private long size;

  private Spool() {}

  /** The service's own disk does not take a payload: its sender is not to blame. */
  public static final class Failed extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Envelope envelope;

    Failed(Throwable cause, @Nullable Envelope envelope) {
      super("A payload could not be stored for a moment: " + cause.getMessage(), cause);
      this.envelope = envelope;
    }

    /** The same failure, of a message whose envelope was read before. */
    Failed of(Envelope read) {
      return new Failed(this, read);
    }

    /** The envelope of the message, where it was read before. */
    public @Nullable Envelope envelope() {
      return envelope;
    }
  }

  /**
   * Reads a stream to its end.
   *
   * @param directory where the file would be
   * @throws Failed where the disk does not take it
   * @throws IOException where the stream cannot be read
   */
  public static Spool of(InputStream content, Path directory) throws IOException {
    try (Writer writer = new Writer(directory)) {
      content.transferTo(writer);
      return writer.spool();
    }
  }

  /** A stream into a spool, for content that is made and not read. */
  public static final class Writer extends OutputStream {
    private final Path directory;
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private final Spool spool = new Spool();
    private boolean taken;

    /** Nothing written yet. */
    public Writer(Path directory) {
      this.directory = directory;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (spool.file == null && memory.size() + length <= IN_MEMORY) {
        memory.write(bytes, offset, length);
      } else {
        append(bytes, offset, length);
      }
      spool.size += length;
    }

    private void append(byte[] bytes, int offset, int length) throws Failed {
      try {
        if (spool.file == null) {
          spool.file = unnamed(directory);
          spool.file.write(ByteBuffer.wrap(memory.toByteArray()));
          memory.reset();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
          spool.file.write(buffer);
        }
      } catch (IOException e) {
        throw new Failed(e, null);
      }
    }

    private static FileChannel unnamed(Path directory) throws IOException {
      Path path = Files.createTempFile(directory, "payload", ".tmp");
      FileChannel channel =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      Files.deleteIfExists(path);
      return channel;
    }

    /** What was written; the caller's to close. */
    public Spool spool() {
      spool.head = memory.toByteArray();
      taken = true;
      return spool;
    }

    /** Deletes what was written unless {@link #spool} handed it over. */
    @Override
    public void close() {
      if (!taken) {
        spool.close();
      }
    }
  }

  /** Bytes. */
  public long size() {
    return size;
  }

  /** The content from its start; several streams may be read at once. */
  public InputStream open() {
    FileChannel channel = file;
    return channel == null
        ? new ByteArrayInputStream(head)
        : Channels.newInputStream(new Positioned(channel));
  }

  @Override
  public void close() {
    FileChannel channel = file;
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // It has no name any more: the operating system lets go of it.
      }
    }
  }
}
