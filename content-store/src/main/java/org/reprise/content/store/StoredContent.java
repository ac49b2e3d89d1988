package org.reprise.content.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** An open content of an area. For one thread. */
public interface StoredContent extends Closeable {
  /**
   * What positions, and the addresses and sizes of buffers, are multiples of where a content is
   * read past the page cache, in bytes.
   */
  int ALIGNMENT = 8 * 1024;

  long size() throws IOException;

  /**
   * Fills buffers from a position on, to the content's end at most.
   *
   * @return how many bytes; fewer than the buffers take at the end only
   */
  long read(long position, ByteBuffer... targets) throws IOException;

  /** Returns the file, where the content is one that the operating system can send by itself. */
  default Optional<Path> file() {
    return Optional.empty();
  }

  /** Does nothing, where nothing is open between two reads. */
  @Override
  default void close() throws IOException {}
}
