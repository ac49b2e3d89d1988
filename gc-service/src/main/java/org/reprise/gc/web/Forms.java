package org.reprise.gc.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.DescribedResource;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/** Pages with forms, and answers to forms. */
final class Forms {
  static final String HOME = "/gc/web";
  static final String COMPONENTS = HOME + "/component";
  static final String CONFIGURATIONS = HOME + "/configuration";
  static final String ACTIVITIES = HOME + "/activity";

  private static final String CHANGED =
      "Somebody else has changed this since you opened it; nothing was stored yet. What you typed"
          + " is below. Look at what is stored now, then save again or cancel.";

  private Forms() {}

  static String page(long configuration) {
    return CONFIGURATIONS + "/" + configuration;
  }

  /** Returns the page of a form that creates or describes something. */
  static ModelAndView edit(String heading, String action, String button, FormFields typed) {
    return new ModelAndView("edit")
        .addObject("heading", heading)
        .addObject("action", action)
        .addObject("button", button)
        .addObject("typed", typed);
  }

  /**
   * Returns the page of a form that changes something.
   *
   * @param page of the changed resource
   * @param stored its state, whose revision the form sends back
   */
  static ModelAndView editing(
      String heading, String page, DescribedResource stored, FormFields typed) {
    return edit(heading, page + "/edit", "Save", typed)
        .addObject("back", page)
        .addObject("owner", stored.title())
        .addObject("stored", FormFields.of(stored))
        .addObject("revision", stored.revision());
  }

  /** Returns 303 to a page, which a browser loads by GET, so that a reload repeats nothing. */
  static ModelAndView redirect(String page, String notice) {
    return new ModelAndView(
        "redirect:" + page + (notice.isEmpty() ? "" : "?notice=" + notice), HttpStatus.SEE_OTHER);
  }

  /** Returns a form with the reason why it was refused. */
  static ModelAndView refused(Refusal refusal, ModelAndView form) {
    boolean isConflict = isConflict(refusal);
    // A form has no precondition.
    form.setStatus(isConflict ? HttpStatus.CONFLICT : refusal.status());
    return form.addObject("isConflict", isConflict)
        .addObject("failure", isConflict ? CHANGED : refusal.reason());
  }

  static boolean isConflict(Refusal refusal) {
    return refusal.status() == HttpStatus.PRECONDITION_FAILED;
  }

  /** Returns the reason why a change without typed text was too late; others are thrown as is. */
  static Refusal tooLate(long id, Refusal refusal) {
    return isConflict(refusal)
        ? Refusal.conflict(
            "Configuration %d was changed by somebody else since you opened it. Nothing was stored: look at its present state first."
                .formatted(id))
        : refusal;
  }

  /** Returns the message of a notice in a page's address; null for an unknown one. */
  static @Nullable String message(@Nullable String notice) {
    return switch (notice) {
      case "created" -> "It was created.";
      case "saved" -> "It was saved.";
      case "baseline" -> "The baseline was created.";
      case "reused" -> "Nothing has changed since this baseline: no other one was created.";
      case "undone" -> "The change was undone.";
      case "deleted" -> "It was deleted.";
      case null, default -> null;
    };
  }

  /** Returns the query of a page of search results, to which a page's number is added. */
  static String query(String text, @Nullable String type) {
    return "q="
        + URLEncoder.encode(text, StandardCharsets.UTF_8)
        + (type == null ? "" : "&type=" + type);
  }
}
