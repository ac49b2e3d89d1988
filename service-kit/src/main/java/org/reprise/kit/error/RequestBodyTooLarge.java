package org.reprise.kit.error;

import java.io.IOException;
import org.springframework.util.unit.DataSize;

/**
 * A request body is longer than the service reads. Thrown where the body is read, so that it takes
 * the same way to the caller as every other error of the request.
 */
public final class RequestBodyTooLarge extends IOException {
  private static final long serialVersionUID = 1;

  public RequestBodyTooLarge(DataSize limit) {
    super("The request body is longer than " + limit.toBytes() + " bytes.");
  }
}
