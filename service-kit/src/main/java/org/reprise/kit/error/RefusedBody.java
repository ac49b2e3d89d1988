package org.reprise.kit.error;

import java.io.IOException;
import org.springframework.http.HttpStatus;

/** A request body that is not read to its end. Thrown where it is read. */
public final class RefusedBody extends IOException {
  private static final long serialVersionUID = 1;

  private final HttpStatus status;

  public RefusedBody(HttpStatus status, String detail) {
    super(detail);
    this.status = status;
  }

  HttpStatus status() {
    return status;
  }
}
