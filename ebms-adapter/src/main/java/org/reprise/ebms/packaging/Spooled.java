package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.RefusedMessage;

/** An envelope or payload in a {@link Spool}. To be read until that is closed. */
public final class Spooled {
  private final byte[] bytes;
  private final @Nullable FileChannel file;
  private final long position;
  private final long size;

  private Spooled(byte[] bytes, @Nullable FileChannel file, long position, long size) {
    this.bytes = bytes;
    this.file = file;
    this.position = position;
    this.size = size;
  }

  static Spooled inMemory(byte[] bytes) {
    return new Spooled(bytes, null, 0, bytes.length);
  }

  static Spooled inFile(FileChannel file, long position, long size) {
    return new Spooled(new byte[0], file, position, size);
  }

  public long size() {
    return size;
  }

  /** The content from its start; several streams may be read at once. */
  public InputStream open() {
    return file == null ? new ByteArrayInputStream(bytes) : new FileSection(file, position, size);
  }

  /**
   * All of it.
   *
   * @throws RefusedMessage 503 where the disk does not give it back
   */
  byte[] read() {
    if (file == null) {
      return bytes;
    }
    try (InputStream in = open()) {
      return in.readNBytes(Math.toIntExact(size));
    } catch (IOException e) {
      throw Spool.refusal(e);
    }
  }

  /** Reads some bytes of a file, from its own position; the file stays open. */
  private static final class FileSection extends InputStream {
    private final FileChannel file;
    private final long end;
    private long position;

    FileSection(FileChannel file, long start, long size) {
      this.file = file;
      this.position = start;
      this.end = start + size;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (position == end) {
        return -1;
      }
      int limit = (int) Math.min(length, end - position);
      int read = file.read(ByteBuffer.wrap(into, offset, limit), position);
      position += Math.max(read, 0);
      return read;
    }
  }
}
