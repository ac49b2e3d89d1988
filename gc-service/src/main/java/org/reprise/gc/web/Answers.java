package org.reprise.gc.web;

import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** What forms are answered with. */
final class Answers {
  private static final String CHANGED =
      "Somebody else has changed this since you opened it; nothing was stored yet. What you typed"
          + " is below. Look at what is stored now, then save again or cancel.";

  private Answers() {}

  /** 303 to a page, which is shown by GET, so that loading it again does nothing again. */
  static ResponseEntity<String> to(String page, String notice) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .header(HttpHeaders.LOCATION, notice.isEmpty() ? page : page + "?notice=" + notice)
        .build();
  }

  /** A page that says what is wrong, with what was typed. */
  static ResponseEntity<String> page(HttpStatus status, String page) {
    return ResponseEntity.status(status).body(page);
  }

  static boolean isConflict(Refusal refusal) {
    return refusal.status() == HttpStatus.PRECONDITION_FAILED;
  }

  /** The status of the page that tells a refusal: a form has no precondition. */
  static HttpStatus status(Refusal refusal) {
    return isConflict(refusal) ? HttpStatus.CONFLICT : refusal.status();
  }

  static String reason(Refusal refusal) {
    return isConflict(refusal) ? CHANGED : refusal.reason();
  }

  /** That a change of a configuration was too late, where nothing was typed. */
  static String gone(long id) {
    return "Configuration %d was changed by somebody else since you opened it. Nothing was stored: look at its present state first."
        .formatted(id);
  }

  /** What a page says after a form was sent, by its name in the address; null for others. */
  static @Nullable String told(@Nullable String notice) {
    return switch (notice) {
      case "created" -> "It was created.";
      case "saved" -> "It was saved.";
      case "baseline" -> "The baseline was created.";
      case "reused" -> "Nothing has changed since this baseline: no other one was made.";
      case "undone" -> "The change was undone.";
      case "deleted" -> "It was deleted.";
      case null, default -> null;
    };
  }
}
