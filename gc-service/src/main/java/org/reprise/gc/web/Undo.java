package org.reprise.gc.web;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.ContributionRequest;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.ResponseCookie;

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
  // No text that is stored has it.
  private static final String SEPARATOR = "\0";

  /** Returns the cookie for a configuration's page, which deletes the one before if too long. */
  ResponseCookie cookie(String page) {
    String text = revision + SEPARATOR + slug;
    if (former != null) {
      String overrides = Objects.requireNonNullElse(former.overrides(), "");
      text = String.join(SEPARATOR, text, former.target(), former.order(), overrides);
    }
    String value =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(text.getBytes(StandardCharsets.UTF_8));
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
      String[] parts = new String(text, StandardCharsets.UTF_8).split(SEPARATOR, -1);
      return switch (parts.length) {
        case 2 -> Optional.of(new Undo(Long.parseLong(parts[0]), parts[1], null));
        case 5 -> {
          String overrides = parts[4].isEmpty() ? null : parts[4];
          ContributionRequest former =
              new ContributionRequest(parts[1], parts[2], parts[3], overrides);
          yield Optional.of(new Undo(Long.parseLong(parts[0]), parts[1], former));
        }
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException | Refusal e) {
      return Optional.empty();
    }
  }
}
