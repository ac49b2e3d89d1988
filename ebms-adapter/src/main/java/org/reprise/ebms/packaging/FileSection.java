package org.reprise.ebms.packaging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/** A reader of some bytes of a file, with a position of its own. */
final class FileSection implements ReadableByteChannel {
  private final FileChannel file;
  private final long end;
  private long position;

  FileSection(FileChannel file, long start, long size) {
    this.file = file;
    this.position = start;
    this.end = start + size;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (position == end) {
      return -1;
    }
    int room = into.remaining();
    ByteBuffer some =
        into.duplicate().limit(into.position() + (int) Math.min(room, end - position));
    int read = file.read(some, position);
    if (read > 0) {
      position += read;
      into.position(into.position() + read);
    }
    return read;
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  /** The file stays open: it is its spool's. */
  @Override
  public void close() {}
}
