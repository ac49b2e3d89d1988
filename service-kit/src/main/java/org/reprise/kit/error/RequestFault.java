package org.reprise.kit.error;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.MultipartStream;
import org.apache.tomcat.util.http.fileupload.impl.IOFileUploadException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Why a request was not served, where that is no fault of the service: its body or parameters
 * cannot be read, or the database cannot do this now. Thrown deep inside frameworks, which wrap it.
 *
 * @param detail a sentence for the caller
 */
record RequestFault(HttpStatus status, String detail) {
  /** Seconds after which the caller may try again what was answered 503. */
  static final String RETRY_AFTER = "5";

  // PostgreSQL: character_not_in_repertoire, untranslatable_character.
  private static final Set<String> NO_TEXT = Set.of("22021", "22P05");

  boolean isTransient() {
    return status == HttpStatus.SERVICE_UNAVAILABLE;
  }

  /**
   * Returns the fault among an exception's causes; null where it has another cause: a text that the
   * database cannot store is the caller's only where the request brought one.
   */
  static @Nullable RequestFault among(Throwable thrown, HttpServletRequest request) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case RefusedBody refused -> {
          return new RequestFault(refused.status(), String.valueOf(refused.getMessage()));
        }
        case InvalidParameterException invalid -> {
          return new RequestFault(
              HttpStatus.valueOf(invalid.getErrorCode()),
              "The request's parameters cannot be decoded, or are too many or too long.");
        }
        case StreamConstraintsException beyond
            when thrown instanceof HttpMessageNotReadableException -> {
          return new RequestFault(HttpStatus.CONTENT_TOO_LARGE, beyond.getOriginalMessage());
        }
        case RequestRejectedException rejected -> {
          return new RequestFault(
              HttpStatus.BAD_REQUEST, "The request's parameters hold control characters.");
        }
        // The issuer of tokens does not answer, for example.
        case AuthenticationServiceException _, JwtDecoderInitializationException _ -> {
          return new RequestFault(
              HttpStatus.SERVICE_UNAVAILABLE, "The credentials cannot be checked now. Try again.");
        }
        // Thrown for a request that ends too early as well as for a disk that is full.
        case IOFileUploadException part
            when !(part.getCause() instanceof MultipartStream.MalformedStreamException
                || part.getCause() instanceof BadRequestException) -> {
          return new RequestFault(
              HttpStatus.SERVICE_UNAVAILABLE, "There is no room for the parts now. Try again.");
        }
        default -> {}
      }
    }
    String state = DatabaseFault.sqlState(thrown);
    if (state != null && NO_TEXT.contains(state) && bringsText(request)) {
      return new RequestFault(
          HttpStatus.BAD_REQUEST,
          "The request holds a character that no stored text has, such as U+0000.");
    }
    DatabaseFault database = DatabaseFault.among(thrown);
    return database == null
        ? null
        : new RequestFault(HttpStatus.SERVICE_UNAVAILABLE, database.detail());
  }

  private static boolean bringsText(HttpServletRequest request) {
    return request.getQueryString() != null
        || request.getContentLengthLong() > 0
        || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
  }
}
