package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.ContributionRequest;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Forms that add, replace and remove the contributions of a stream, and undo that. */
@Controller
@RequestMapping(
    path = Forms.CONFIGURATIONS + "/" + ResourceUris.ID,
    produces = MediaType.TEXT_HTML_VALUE)
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
  ModelAndView add(@PathVariable long id) {
    return form.addition(stream(id), new ContributionForm.FormInput("", "", "", next(id)));
  }

  // Behind the last one, and as short as possible: orders are compared as text.
  private String next(long id) {
    List<Contribution> all = configurations.contributions(id);
    String last = all.isEmpty() ? "" : all.getLast().order();
    int end = last.length() - 1;
    boolean canCount = end >= 0 && last.charAt(end) >= '0' && last.charAt(end) < '9';
    return canCount ? last.substring(0, end) + (char) (last.charAt(end) + 1) : last + "1";
  }

  @PostMapping("/contributions")
  ModelAndView add(
      @PathVariable long id,
      @RequestParam long revision,
      @RequestParam(defaultValue = "") String action,
      @ModelAttribute("filled") ContributionForm.FormInput filled,
      HttpServletResponse response) {
    GlobalConfiguration stream = stream(id);
    if (filled.isSearch(action, "")) {
      return form.addition(stream, filled);
    }
    try {
      List<String> before = slugs(id);
      long now =
          configurations.addContribution(
              id,
              revision,
              new ContributionRequest(null, filled.chosen(uris), filled.order(), null));
      String added =
          slugs(id).stream().filter(slug -> !before.contains(slug)).findFirst().orElse("");
      return changed(id, new Undo(now, added, null), response);
    } catch (Refusal e) {
      return Forms.refused(e, form.addition(stream(id), filled));
    }
  }

  private List<String> slugs(long id) {
    return configurations.contributions(id).stream().map(Contribution::slug).toList();
  }

  @GetMapping("/contribution/{slug}")
  ModelAndView replace(@PathVariable long id, @PathVariable String slug) {
    Contribution contribution = contribution(id, slug);
    return form.replacement(
        stream(id),
        contribution,
        new ContributionForm.FormInput("", contribution.target().uri(), "", contribution.order()));
  }

  @PostMapping("/contribution/{slug}")
  ModelAndView replace(
      @PathVariable long id,
      @PathVariable String slug,
      @RequestParam long revision,
      @RequestParam(defaultValue = "") String action,
      @ModelAttribute("filled") ContributionForm.FormInput filled,
      HttpServletResponse response) {
    Contribution former = contribution(id, slug);
    if (filled.isSearch(action, former.target().uri())) {
      return form.replacement(stream(id), former, filled);
    }
    try {
      ContributionRequest changed =
          new ContributionRequest(slug, filled.chosen(uris), filled.order(), former.overrides());
      long now = configurations.replaceContribution(id, revision, changed);
      return changed(id, new Undo(now, slug, ContributionRequest.of(former)), response);
    } catch (Refusal e) {
      return Forms.refused(e, form.replacement(stream(id), former, filled));
    }
  }

  @PostMapping("/contribution/{slug}/removal")
  ModelAndView remove(
      @PathVariable long id,
      @PathVariable String slug,
      @RequestParam long revision,
      HttpServletResponse response) {
    ContributionRequest former = ContributionRequest.of(contribution(id, slug));
    long now = guarded(id, () -> configurations.removeContribution(id, revision, slug));
    return changed(id, new Undo(now, slug, former), response);
  }

  @PostMapping("/undoing")
  ModelAndView undo(
      @PathVariable long id,
      @CookieValue(name = Undo.COOKIE, required = false) @Nullable String cookie,
      HttpServletResponse response) {
    Undo undo =
        Undo.read(cookie)
            .orElseThrow(() -> Refusal.conflict("There is no change that could be undone."));
    guarded(id, () -> undo(id, undo));
    response.addHeader(HttpHeaders.SET_COOKIE, Undo.none(Forms.page(id)).toString());
    return Forms.redirect(Forms.page(id), "undone");
  }

  private long undo(long id, Undo undo) {
    ContributionRequest former = undo.former();
    if (former == null) {
      return configurations.removeContribution(id, undo.revision(), undo.slug());
    }
    return slugs(id).contains(undo.slug())
        ? configurations.replaceContribution(id, undo.revision(), former)
        : configurations.addContribution(id, undo.revision(), former);
  }

  // Nothing was typed, so there is no form to show again.
  private static long guarded(long id, Supplier<Long> change) {
    try {
      return change.get();
    } catch (Refusal e) {
      throw Forms.tooLate(id, e);
    }
  }

  private static ModelAndView changed(long id, Undo undo, HttpServletResponse response) {
    response.addHeader(HttpHeaders.SET_COOKIE, undo.cookie(Forms.page(id)).toString());
    return Forms.redirect(Forms.page(id), "");
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
