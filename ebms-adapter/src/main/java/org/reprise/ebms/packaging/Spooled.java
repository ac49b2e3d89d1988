package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
}
