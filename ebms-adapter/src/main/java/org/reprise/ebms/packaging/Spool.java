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
import org.apache.commons.io.IOUtils;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.RefusedMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.StreamUtils;

/**
 * The envelope and payloads of one message while it arrives and is checked: read once from the
 * network, then as often as digests and the database want them. The first kilobytes stay in memory.
 * The rest goes to one file, so that senders hold little memory however slowly they send. The file
 * has no name, so that nothing is left of it when the process is killed.
 */
public final class Spool implements AutoCloseable {
  /** Bytes of one message that stay in memory. As there may be one for each connection, few. */
  static final int IN_MEMORY = 16 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Spool.class);

  private final Path directory;
  private int memoryLeft;
  private @Nullable FileChannel file;
  private long fileEnd;

  /** Creates a spool whose file, if it needs one, is in a directory. */
  public Spool(Path directory) {
    this(directory, IN_MEMORY);
  }

  Spool(Path directory, int inMemory) {
    this.directory = directory;
    this.memoryLeft = inMemory;
  }

  /** Returns the refusal of a message that this service's disk does not take: 503. */
  static RefusedMessage refusal(IOException cause) {
    LOG.error("Cannot keep a message on disk while it is read", cause);
    return RefusedMessage.later("There is no room for the message on disk now; send it again");
  }

  /**
   * Reads a stream to its end.
   *
   * @param max bytes that are kept at most
   * @throws RefusedMessage 503 where the disk does not take it
   * @throws IOException where the stream cannot be read
   */
  Octets keep(InputStream content, long max) throws IOException {
    Writer writer = writer();
    StreamUtils.copyRange(content, writer, 0, max - 1);
    return writer.octets();
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

    private void append(byte[] bytes, int offset, int length) {
      try {
        if (file == null) {
          file = unnamed(directory);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
          file.write(buffer);
        }
      } catch (IOException e) {
        throw refusal(e);
      }
      inFile += length;
      fileEnd += length;
    }

    public Octets octets() {
      FileChannel channel = file;
      return inFile == 0 || channel == null
          ? Octets.of(memory.toByteArray())
          : Octets.inFile(channel, fileEnd - inFile, inFile);
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
    IOUtils.closeQuietly(file);
  }
}
