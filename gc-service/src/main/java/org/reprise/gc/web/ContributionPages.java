package org.reprise.gc.web;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Asked;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Forms that add, replace and remove the contributions of a stream, and undo that. */
@RestController
@RequestMapping(
    path = Layout.CONFIGURATIONS + "/" + ResourceUris.ID,
    produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
class ContributionPages {
  private final Configurations configurations;
  private final ContributionForm form;
  private final ResourceUris uris;

  ContributionPages(Configurations configurations, ContributionForm form, ResourceUris uris) {
    this.configurations = configurations;
    this.form = form;
    this.uris = uris;
  }

  @GetMapping("/contributions")
  String blank(@PathVariable long id, CsrfToken token) {
    GlobalConfiguration stream = stream(id);
    return form.addition(stream, new ContributionForm.Filled("", "", "", next(id)), null, token);
  }

  // Behind the last one, and no longer than it must be: orders are compared as text.
  private String next(long id) {
    List<Contribution> all = configurations.contributions(id);
    String last = all.isEmpty() ? "" : all.getLast().order();
    int end = last.length() - 1;
    boolean canCount = end >= 0 && last.charAt(end) >= '0' && last.charAt(end) < '9';
    return canCount ? last.substring(0, end) + (char) (last.charAt(end) + 1) : last + "1";
  }

  @PostMapping("/contributions")
  ResponseEntity<String> add(
      @PathVariable long id,
      @RequestParam long revision,
      @RequestParam(defaultValue = "") String action,
      @ModelAttribute ContributionForm.Filled filled,
      CsrfToken token) {
    GlobalConfiguration stream = stream(id);
    if (filled.isSearch(action, "")) {
      return Answers.page(HttpStatus.OK, form.addition(stream, filled, null, token));
    }
    try {
      List<String> before = slugs(id);
      long now =
          configurations.addContribution(
              id, revision, new Asked(null, filled.chosen(uris), filled.order(), null));
      String added =
          slugs(id).stream().filter(slug -> !before.contains(slug)).findFirst().orElse("");
      return changed(id, Undo.of(now, added, null));
    } catch (Refusal e) {
      return Answers.page(
          Answers.status(e), form.addition(stream(id), filled, Answers.reason(e), token));
    }
  }

  private List<String> slugs(long id) {
    return configurations.contributions(id).stream().map(Contribution::slug).toList();
  }

  @GetMapping("/contribution/{slug}")
  String present(@PathVariable long id, @PathVariable String slug, CsrfToken token) {
    Contribution contribution = contribution(id, slug);
    return form.replacement(
        stream(id),
        contribution,
        new ContributionForm.Filled("", contribution.target().uri(), "", contribution.order()),
        null,
        token);
  }

  @PostMapping("/contribution/{slug}")
  ResponseEntity<String> replace(
      @PathVariable long id,
      @PathVariable String slug,
      @RequestParam long revision,
      @RequestParam(defaultValue = "") String action,
      @ModelAttribute ContributionForm.Filled filled,
      CsrfToken token) {
    Contribution former = contribution(id, slug);
    if (filled.isSearch(action, former.target().uri())) {
      return Answers.page(HttpStatus.OK, form.replacement(stream(id), former, filled, null, token));
    }
    try {
      long now =
          configurations.replaceContribution(
              id,
              revision,
              new Asked(slug, filled.chosen(uris), filled.order(), former.overrides()));
      return changed(id, Undo.of(now, slug, former));
    } catch (Refusal e) {
      return Answers.page(
          Answers.status(e),
          form.replacement(stream(id), former, filled, Answers.reason(e), token));
    }
  }

  @PostMapping("/contribution/{slug}/removal")
  ResponseEntity<String> remove(
      @PathVariable long id, @PathVariable String slug, @RequestParam long revision) {
    Contribution former = contribution(id, slug);
    return guarded(
        id,
        () ->
            changed(
                id, Undo.of(configurations.removeContribution(id, revision, slug), slug, former)));
  }

  @PostMapping("/undoing")
  ResponseEntity<String> undo(
      @PathVariable long id,
      @CookieValue(name = Undo.COOKIE, required = false) @Nullable String cookie) {
    Undo undo =
        Undo.read(cookie)
            .orElseThrow(() -> Refusal.conflict("There is no change that could be undone."));
    return guarded(
        id,
        () -> {
          Asked former = undo.former();
          if (former == null) {
            configurations.removeContribution(id, undo.revision(), undo.slug());
          } else if (slugs(id).contains(undo.slug())) {
            configurations.replaceContribution(id, undo.revision(), former);
          } else {
            configurations.addContribution(id, undo.revision(), former);
          }
          return redirect(id, "?notice=undone", Undo.none(page(id)));
        });
  }

  // Where nothing was typed there is nothing to show again.
  private static ResponseEntity<String> guarded(long id, Supplier<ResponseEntity<String>> change) {
    try {
      return change.get();
    } catch (Refusal e) {
      if (!Answers.isConflict(e)) {
        throw e;
      }
      throw Refusal.conflict(Answers.gone(id));
    }
  }

  private static ResponseEntity<String> changed(long id, Undo undo) {
    return redirect(id, "", undo.cookie(page(id)).orElseGet(() -> Undo.none(page(id))));
  }

  private static ResponseEntity<String> redirect(long id, String more, ResponseCookie cookie) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .header(HttpHeaders.LOCATION, page(id) + more)
        .header(HttpHeaders.SET_COOKIE, cookie.toString())
        .build();
  }

  private static String page(long id) {
    return Layout.CONFIGURATIONS + "/" + id;
  }

  private GlobalConfiguration stream(long id) {
    GlobalConfiguration configuration = configurations.get(id);
    if (!configuration.isStream()) {
      throw Refusal.conflict("Configuration " + id + " is a baseline, which never changes.");
    }
    return configuration;
  }

  private Contribution contribution(long id, String slug) {
    return configurations.contributions(id).stream()
        .filter(one -> Objects.equals(one.slug(), slug))
        .findFirst()
        .orElseThrow(() ->
            Refusal.notFound("Configuration %d has no contribution #%s.".formatted(id, slug)));
  }
}
