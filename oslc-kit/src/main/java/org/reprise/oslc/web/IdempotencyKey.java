package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;

/**
 * The header {@code Idempotency-Key}, by which a request is recognized that is sent again because
 * no answer came: it is to have the same one (draft-ietf-httpapi-idempotency-key-header).
 */
public final class IdempotencyKey {
  private static final String HEADER = "Idempotency-Key";
  private static final Pattern KEY = Pattern.compile("\"[ !#-\\[\\]-~]{1,100}\"");

  private IdempotencyKey() {}

  /**
   * Reads the header.
   *
   * @return the key with its quotation marks; null where there is none
   * @throws Refusal 400 where it is no string in quotes of 1 to 100 printable ASCII characters, or
   *     there are several
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

  /** 422: a request that says something else had the key before. */
  public static Refusal taken() {
    return new Refusal(
        HttpStatus.UNPROCESSABLE_CONTENT,
        "A request with this "
            + HEADER
            + " said something else: a new request has a new key. Nothing was stored.");
  }
}
