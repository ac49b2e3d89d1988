package org.reprise.content.rendition;

import java.util.Arrays;
import java.util.Optional;

/** The reason why a content has no rendition, and the exit status of a worker that refuses it. */
enum Refusal {
  /** The JVM's own status ({@code -XX:+ExitOnOutOfMemoryError}). */
  MEMORY(3, "needs more memory than a worker has"),
  UNREADABLE(10, "is damaged, protected by a password, not of its media type, or expands too much"),
  TOO_LARGE(11, "has more pixels than renditions are made of"),
  NO_PAGE(12, "has no such page"),
  TIMEOUT(-1, "takes more time than a worker has"),
  /** By a signal, whose number is added: a decoder crashed, or the kernel had no memory left. */
  KILLED(128, "ends its worker");

  final int status;
  final String reason;

  Refusal(int status, String reason) {
    this.status = status;
    this.reason = reason;
  }

  static Optional<Refusal> of(int status) {
    int code = Math.min(status, KILLED.status);
    return Arrays.stream(values()).filter(it -> it.status == code).findAny();
  }
}
