package org.reprise.ebms.security;

import org.springframework.core.io.InputStreamSource;

/**
 * A payload beside an envelope, as it is signed: its octets after the transfer encoding was undone.
 *
 * @param contentId without angle brackets
 * @param content its octets; opened once for each digest, never held as a whole
 */
public record SignedPart(String contentId, InputStreamSource content) {
  /** Refuses a part without Content-ID, which no reference could name. */
  public SignedPart {
    if (contentId.isEmpty()) {
      throw new IllegalArgumentException("a signed part has a Content-ID");
    }
  }
}
