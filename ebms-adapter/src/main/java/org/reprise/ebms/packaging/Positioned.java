package org.reprise.ebms.packaging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/** A reader of a file with a position of its own. */
final class Positioned implements ReadableByteChannel {
  private final FileChannel file;
  private long position;

  Positioned(FileChannel file) {
    this.file = file;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    int some = file.read(into, position);
    position += Math.max(some, 0);
    return some;
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  /** The file stays open: it is its spool's. */
  @Override
  public void close() {}
}
