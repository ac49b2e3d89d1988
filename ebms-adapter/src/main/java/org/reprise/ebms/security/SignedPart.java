package org.reprise.ebms.security;

import java.io.IOException;
import java.io.InputStream;

/**
 * A payload beside an envelope, as it is signed: its octets after the transfer encoding was undone.
 *
 * @param contentId without angle brackets
 * @param content its octets; opened once for each digest, never held as a whole
 */
public record SignedPart(String contentId, Source content) {
  public interface Source {
    /** Opens the octets from their start; the caller closes. */
    InputStream open() throws IOException;
  }

  /** Refuses a part without Content-ID, which no reference could name. */
  public SignedPart {
    if (contentId.isEmpty()) {
      throw new IllegalArgumentException("a signed part has a Content-ID");
    }
  }
}
