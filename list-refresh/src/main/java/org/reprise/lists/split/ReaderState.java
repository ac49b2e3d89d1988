package org.reprise.lists.split;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;

/** What was last seen of the reader. */
public sealed interface ReaderState {
  /** It answers, and is read from if close; {@code behind} is null while the writer is silent. */
  record Following(LogSequenceNumber replayed, @Nullable Behind behind, boolean isClose)
      implements ReaderState {}

  /** What the reader has not replayed: bytes of the writer's log, and for how long it lags. */
  record Behind(long bytes, Duration lag) {}

  record Gone(String reason) implements ReaderState {}

  default boolean isUsable() {
    return this instanceof Following following && following.isClose();
  }
}
