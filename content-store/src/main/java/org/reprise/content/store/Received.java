package org.reprise.content.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A content whose bytes are on disk, and that nothing refers to yet.
 *
 * @param file in the folder for received contents of its area
 * @param isSentAhead whether it is in its place, in the stead of what was there
 */
public record Received(StorageArea area, Path file, Digest digest, long size, boolean isSentAhead)
    implements Closeable {
  static Received of(StorageArea area, Path file, Digest digest, long size) throws IOException {
    return new Received(area, file, digest, size, area.sendAhead(file, digest));
  }

  /**
   * Opens the file, before it is put in its place.
   *
   * @throws InboundExpired where it is not there
   */
  public InputStream open() throws IOException {
    try {
      return Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new InboundExpired();
    }
  }

  /** Drops the file, if it was not put in its place. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
