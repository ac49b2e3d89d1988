package org.reprise.kit;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A request body is longer than the service reads. Thrown where the body is read, so that it takes
 * the same way to the caller as every other error of the request.
 */
public final class RequestBodyTooLarge extends IOException {
  RequestBodyTooLarge(DataSize limit) {
    super("The request body is longer than " + limit.toBytes() + " bytes.");
  }

  /**
   * Finds this among an exception's causes, since frameworks wrap what a read throws.
   *
   * @return the exception, or null where the failure has another cause
   */
  public static @Nullable RequestBodyTooLarge among(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof RequestBodyTooLarge tooLarge) {
        return tooLarge;
      }
    }
    return null;
  }
}
