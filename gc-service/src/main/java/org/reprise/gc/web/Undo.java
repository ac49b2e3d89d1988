package org.reprise.gc.web;

import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.ContributionRequest;
import org.springframework.http.ResponseCookie;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The last change of a contribution, which the browser keeps for some minutes, so that it can be
 * undone as long as the configuration has not been changed since. A cookie, not a part of an
 * address: no link of somebody else can offer to undo a change that never happened.
 *
 * @param revision that the change led to
 * @param slug of the contribution that was changed
 * @param former the contribution before the change; null if it was added
 */
record Undo(long revision, String slug, @Nullable ContributionRequest former) {
  static final String COOKIE = "UNDO";
  private static final Duration MAX_AGE = Duration.ofMinutes(30);
  // Browsers keep cookies of 4 KB.
  private static final int MAX_LENGTH = 3_500;

  Undo {
    Objects.requireNonNull(slug);
  }

  /** Returns the cookie for a configuration's page, which deletes the one before if too long. */
  ResponseCookie cookie(String page) {
    String value =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(JsonMapper.shared().writeValueAsBytes(this));
    return value.length() > MAX_LENGTH ? none(page) : cookie(page, value, MAX_AGE);
  }

  static ResponseCookie none(String page) {
    return cookie(page, "", Duration.ZERO);
  }

  private static ResponseCookie cookie(String page, String value, Duration maxAge) {
    return ResponseCookie.from(COOKIE, value)
        .path(page)
        .maxAge(maxAge)
        .httpOnly(true)
        .sameSite("Strict")
        .build();
  }

  /** Reads a cookie; empty for an absent or malformed one. */
  static Optional<Undo> read(@Nullable String cookie) {
    if (cookie == null) {
      return Optional.empty();
    }
    try {
      byte[] text = Base64.getUrlDecoder().decode(cookie);
      return Optional.ofNullable(JsonMapper.shared().readValue(text, Undo.class));
    } catch (IllegalArgumentException | JacksonException e) {
      return Optional.empty();
    }
  }
}
