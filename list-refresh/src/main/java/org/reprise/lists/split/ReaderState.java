package org.reprise.lists.split;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What was last seen of the reader. */
public sealed interface ReaderState {
  /**
   * It answers.
   *
   * @param behind how far behind that is; null where it is unknown, for the writer does not answer
   * @param isClose whether that is within the limit, so that it is read from
   */
  record Following(WalPosition replayed, @Nullable Behind behind, boolean isClose)
      implements ReaderState {}

  /**
   * What the reader does not have.
   *
   * @param bytes how much of the writer's log it has not replayed
   * @param lag for how long it has been behind; zero when it has all
   */
  record Behind(long bytes, Duration lag) {}

  record Gone(String reason) implements ReaderState {}

  default boolean isUsable() {
    return switch (this) {
      case Following following -> following.isClose();
      case Gone _ -> false;
    };
  }
}
