package org.reprise.lists.dataimport;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names a chunk: the key of its message. Chunks of one job spread over all partitions. */
record ChunkKey(UUID job, int number) {
  private static final Pattern FORM =
      Pattern.compile("(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}):(\\d{1,9})");

  /** Reads the key of a message; throws InvalidChunk where it names none. */
  static ChunkKey parse(@Nullable String key) {
    Matcher parts = FORM.matcher(key == null ? "" : key);
    if (!parts.matches()) {
      throw new InvalidChunk("the message's key names no chunk");
    }
    return new ChunkKey(UUID.fromString(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  @Override
  public String toString() {
    return job + ":" + number;
  }
}
