package org.reprise.ebms.packaging;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Envelope;

/**
 * The envelope and payloads of one message while it arrives and is checked: read once from the
 * network, then as often as digests and the database want them. The first kilobytes stay in memory.
 * The rest goes to one file, so that senders hold little memory however slowly they send. The file
 * has no name, so that nothing is left of it when the process is killed.
 */
public final class Spool implements AutoCloseable {
  /** Bytes of one message that stay in memory. As there may be one for each connection, few. */
  static final int IN_MEMORY = 16 * 1024;

  private static final int CHUNK = 8 * 1024;

  private final Path directory;
  private int memoryLeft;
  private @Nullable FileChannel file;
  private long fileEnd;

  /**
   * Nothing in it yet.
   *
   * @param directory where the file would be
   */
  public Spool(Path directory) {
    this(directory, IN_MEMORY);
  }

  Spool(Path directory, int inMemory) {
    this.directory = directory;
    this.memoryLeft = inMemory;
  }

  /** The service's own disk does not take a message: its sender is not to blame. */
  public static final class Failed extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Envelope envelope;

    Failed(Throwable cause, @Nullable Envelope envelope) {
      super("A message could not be kept on disk for a moment: " + cause.getMessage(), cause);
      this.envelope = envelope;
    }

    /** The same failure, of a message whose envelope could be read. */
    Failed of(Envelope read) {
      return new Failed(this, read);
    }

    /** The envelope of the message, where it could be read. */
    public @Nullable Envelope envelope() {
      return envelope;
    }
  }

  /**
   * Reads a stream to its end.
   *
   * @param most bytes that are read at most
   * @throws Failed where the disk does not take it
   * @throws IOException where the stream cannot be read
   */
  Spooled keep(InputStream content, long most) throws IOException {
    Writer writer = writer();
    byte[] chunk = new byte[CHUNK];
    long left = most;
    while (left > 0) {
      int some = content.read(chunk, 0, (int) Math.min(left, CHUNK));
      if (some < 0) {
        break;
      }
      writer.write(chunk, 0, some);
      left -= some;
    }
    return writer.spooled();
  }

  /** Writes a payload that is made here. One payload after the other. */
  public Writer writer() {
    return new Writer();
  }

  public final class Writer extends OutputStream {
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private long inFile;

    private Writer() {}

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (inFile == 0 && length <= memoryLeft) {
        memory.write(bytes, offset, length);
        memoryLeft -= length;
        return;
      }
      if (memory.size() > 0) {
        append(memory.toByteArray(), 0, memory.size());
        memoryLeft += memory.size();
        memory.reset();
      }
      append(bytes, offset, length);
    }

    private void append(byte[] bytes, int offset, int length) throws Failed {
      try {
        if (file == null) {
          file = unnamed(directory);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
          file.write(buffer);
        }
      } catch (IOException e) {
        throw new Failed(e, null);
      }
      inFile += length;
      fileEnd += length;
    }

    public Spooled spooled() {
      FileChannel channel = file;
      return inFile == 0 || channel == null
          ? Spooled.inMemory(memory.toByteArray())
          : Spooled.inFile(channel, fileEnd - inFile, inFile);
    }
  }

  private static FileChannel unnamed(Path directory) throws IOException {
    Path path = Files.createTempFile(directory, "message", ".tmp");
    FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    Files.deleteIfExists(path);
    return channel;
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
