package org.reprise.gc.web;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Asked;
import org.reprise.gc.configuration.Contribution;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.ResponseCookie;

/**
 * The last change of a contribution, kept by the browser for some minutes, so that it can be undone
 * as long as the configuration has not been changed since. A cookie, and no part of an address: no
 * link of somebody else can offer an undoing that was never done.
 *
 * @param revision that the change led to
 * @param slug of the contribution that was changed
 * @param former what it was; null where it was added
 */
record Undo(long revision, String slug, @Nullable Asked former) {
  static final String COOKIE = "UNDO";
  private static final Duration KEPT = Duration.ofMinutes(30);
  // Browsers keep cookies of 4 KB.
  private static final int LONGEST = 3_500;
  private static final String NONE = "-";

  Undo {
    Objects.requireNonNull(slug);
  }

  static Undo of(long revision, String slug, @Nullable Contribution former) {
    return new Undo(
        revision,
        slug,
        former == null
            ? null
            : new Asked(slug, former.target().uri(), former.order(), former.overrides()));
  }

  /** The cookie for a configuration's page; empty where the change is too long to be kept. */
  Optional<ResponseCookie> cookie(String page) {
    String value =
        former == null
            ? revision + "." + encode(slug)
            : String.join(
                ".",
                Long.toString(revision),
                encode(slug),
                encode(former.target()),
                encode(former.order()),
                former.overrides() == null ? NONE : encode(former.overrides()));
    return value.length() > LONGEST ? Optional.empty() : Optional.of(cookie(page, value, KEPT));
  }

  static ResponseCookie none(String page) {
    return cookie(page, "", Duration.ZERO);
  }

  private static ResponseCookie cookie(String page, String value, Duration kept) {
    return ResponseCookie.from(COOKIE, value)
        .path(page)
        .maxAge(kept)
        .httpOnly(true)
        .sameSite("Strict")
        .build();
  }

  /** Reads a cookie; empty where there is none that can be read. */
  static Optional<Undo> read(@Nullable String cookie) {
    if (cookie == null) {
      return Optional.empty();
    }
    String[] parts = cookie.split("\\.", -1);
    try {
      return switch (parts.length) {
        case 2 -> Optional.of(new Undo(Long.parseLong(parts[0]), decode(parts[1]), null));
        case 5 -> {
          String slug = decode(parts[1]);
          String overrides = parts[4].equals(NONE) ? null : decode(parts[4]);
          yield Optional.of(
              new Undo(
                  Long.parseLong(parts[0]),
                  slug,
                  new Asked(slug, decode(parts[2]), decode(parts[3]), overrides)));
        }
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException | Refusal e) {
      return Optional.empty();
    }
  }

  private static String encode(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String text) {
    return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
