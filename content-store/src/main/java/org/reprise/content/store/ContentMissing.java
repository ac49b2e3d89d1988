package org.reprise.content.store;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A content that the database knows is not in its area, or not as its digest says: 500. */
public final class ContentMissing extends ResponseStatusException {
  private static final long serialVersionUID = 1;

  public ContentMissing(Blob blob) {
    super(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "The content %s is missing or damaged in the storage area '%s'."
            .formatted(blob.digest(), blob.area()));
  }
}
