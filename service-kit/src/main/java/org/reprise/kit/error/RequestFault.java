package org.reprise.kit.error;

import java.time.Duration;
import java.util.Objects;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.firewall.RequestRejectedException;

/**
 * Why a request's body or parameters were not read to their end: it is too long, there is no room
 * for it beside others, or they cannot be decoded. Thrown deep inside frameworks, which wrap it; a
 * service's advice asks for it before it takes an exception for a fault of its own.
 *
 * @param status of the answer
 * @param detail a sentence for the caller
 * @param retryAfter how long the caller should wait before the next try; null where trying again is
 *     of no use
 */
public record RequestFault(HttpStatus status, String detail, @Nullable Duration retryAfter) {
  private static final Duration BODIES_RETRY_AFTER = Duration.ofSeconds(5);

  public RequestFault {
    Objects.requireNonNull(status);
    Objects.requireNonNull(detail);
  }

  /**
   * Finds the fault among an exception's causes.
   *
   * @return the fault, or null where the failure has another cause
   */
  public static @Nullable RequestFault among(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case RequestBodyTooLarge tooLarge -> {
          return new RequestFault(
              HttpStatus.CONTENT_TOO_LARGE, String.valueOf(tooLarge.getMessage()), null);
        }
        case NoRoomForBody full -> {
          return new RequestFault(
              HttpStatus.SERVICE_UNAVAILABLE,
              String.valueOf(full.getMessage()),
              BODIES_RETRY_AFTER);
        }
        case InvalidParameterException invalid -> {
          HttpStatus status = HttpStatus.resolve(invalid.getErrorCode());
          return new RequestFault(
              status == null ? HttpStatus.BAD_REQUEST : status,
              "The request's parameters cannot be decoded, or there are too many.",
              null);
        }
        case RequestRejectedException rejected -> {
          return new RequestFault(
              HttpStatus.BAD_REQUEST, "The request's parameters hold control characters.", null);
        }
        default -> {}
      }
    }
    return null;
  }
}
