package org.reprise.content.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Keeps contents by their digest. What {@link #publish} put in place is there after a loss of
 * power, as far as the area's own storage promises that.
 */
public interface StorageArea extends AutoCloseable {
  default String name() {
    return folder().area();
  }

  /** Returns how responses get the area's contents. */
  StoreSettings.Serving serving();

  /** Returns the folder that takes what the area receives. */
  LocalFolder folder();

  default Room room() throws IOException {
    return folder().room(true);
  }

  /**
   * Puts a complete, synced file in the content's place, in the stead of what may be there.
   *
   * @throws StorageFull where the area has no room for it
   * @throws InboundExpired where the file is not there
   */
  void publish(Path complete, Digest digest) throws IOException;

  /**
   * Puts a complete, synced file in the content's place before there is a transaction, where that
   * may take longer than one may last.
   *
   * @return whether it did; a transaction then has to {@link #publish} it all the same
   * @throws InboundExpired where the file is not there
   */
  default boolean sendAhead(Path complete, Digest digest) throws IOException {
    return false;
  }

  /** Returns the size of a content; empty if the area lacks it. */
  OptionalLong size(Digest digest) throws IOException;

  /**
   * Opens a content.
   *
   * @throws java.nio.file.NoSuchFileException if the area lacks it
   */
  StoredContent open(Digest digest) throws IOException;

  /**
   * Opens a content to be read past the operating system's page cache, where the area can do that.
   *
   * @throws java.nio.file.NoSuchFileException if the area lacks it
   */
  StoredContent openDirect(Digest digest) throws IOException;

  /** Removes a content, if there is one. */
  void delete(Digest digest) throws IOException;

  /** Moves a content that is not what its digest says aside, so that an add replaces it. */
  void quarantine(Digest digest) throws IOException;

  /** Returns whether a content is there and was put in place before a time. */
  boolean isOlder(Digest digest, Instant time);

  /** Passes each content that was put in place before a time. */
  void forEachContent(Instant before, Consumer<Digest> visitor) throws IOException;

  /** Removes what was sent of contents by processes that ended, if it began before a time. */
  default void abortUploads(Instant before) throws IOException {}

  @Override
  default void close() {}
}
