package org.reprise.lists.dataimport;

import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;

/** A part of a collection that a request asks for. */
record PageRequest(int offset, int limit) {
  private static final int MOST = 1_000;

  /** Refuses what no collection has. */
  PageRequest {
    check("offset", offset, Integer.MAX_VALUE);
    check("limit", limit, MOST);
  }

  private static void check(String name, int value, int most) {
    if (value < 0 || value > most) {
      throw new Refusal(
          HttpStatus.BAD_REQUEST,
          Refusal.INVALID_REQUEST,
          "%s must be 0 to %d".formatted(name, most),
          new Parameter(name, Integer.toString(value)));
    }
  }
}
