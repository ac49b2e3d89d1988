package org.reprise.lists.split;

import java.time.Duration;

/** What was last seen of the reader. */
public sealed interface ReaderState {
  /**
   * It answers.
   *
   * @param replayed how far it is
   * @param bytes how much of the writer's log it has not replayed
   * @param lag for how long it has been behind; zero when it has all
   * @param isClose whether that is within the limit, so that it is read from
   */
  record Following(WalPosition replayed, long bytes, Duration lag, boolean isClose)
      implements ReaderState {}

  /**
   * It cannot be read from.
   *
   * @param reason why
   */
  record Gone(String reason) implements ReaderState {}

  /** Whether it is read from. */
  default boolean isUsable() {
    return switch (this) {
      case Following following -> following.isClose();
      case Gone _ -> false;
    };
  }
}
