package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;

/**
 * The header {@code Idempotency-Key}. It identifies a request that a client repeats because it got
 * no answer (draft-ietf-httpapi-idempotency-key-header).
 */
public final class IdempotencyKey {
  private static final String HEADER = "Idempotency-Key";
  private static final Pattern KEY = Pattern.compile("\"[ !#-\\[\\]-~]{1,100}\"");

  private IdempotencyKey() {}

  /**
   * Reads the header.
   *
   * @return the key with its quotation marks; null without the header
   * @throws Refusal 400 for several keys, or one that is not a quoted string of 1 to 100 printable
   *     ASCII characters
   */
  public static @Nullable String of(HttpServletRequest request) {
    List<String> keys = Collections.list(request.getHeaders(HEADER));
    if (keys.isEmpty()) {
      return null;
    }
    if (keys.size() > 1 || !KEY.matcher(keys.getFirst()).matches()) {
      throw Refusal.invalid(
          HEADER
              + " is one string in quotes, of 1 to 100 printable ASCII characters without quotes"
              + " and backslashes.");
    }
    return keys.getFirst();
  }

  /** Returns 422: a different request had the key before. */
  public static Refusal taken() {
    return new Refusal(
        HttpStatus.UNPROCESSABLE_CONTENT,
        "A request with this "
            + HEADER
            + " was different: send a new request with a new key. Nothing was stored.");
  }
}
