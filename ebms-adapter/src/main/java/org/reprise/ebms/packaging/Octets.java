package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.springframework.core.io.InputStreamSource;

/**
 * Octets that can be read several times, such as an envelope or a payload in a {@link Spool} until
 * that is closed.
 *
 * @param source several streams of it may be read at once
 */
public record Octets(long size, InputStreamSource source) {
  public static Octets of(byte[] bytes) {
    return new Octets(bytes.length, () -> new ByteArrayInputStream(bytes));
  }

  static Octets inFile(FileChannel file, long position, long size) {
    return new Octets(size, () -> new FileSection(file, position, size));
  }

  public InputStream open() throws IOException {
    return source.getInputStream();
  }

  /** Returns all of them; throws RefusedMessage (503) where the disk does not give them back. */
  byte[] read() {
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
