package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads some bytes of a file, from its own position; the file stays open. */
final class FileSection extends InputStream {
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
