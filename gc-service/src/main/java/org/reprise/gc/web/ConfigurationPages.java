package org.reprise.gc.web;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.commit.Activity;
import org.reprise.gc.commit.Commits;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.GlobalConfiguration.Accepts;
import org.reprise.gc.configuration.NewConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Streams and baselines: their page, and the forms that create, change and delete them. */
@RestController
@RequestMapping(
    path = Layout.CONFIGURATIONS,
    produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
class ConfigurationPages {
  // Most are done by then; for others there is a page that shows how far they are.
  private static final Duration SHORT_WAIT = Duration.ofSeconds(1);

  private final Configurations configurations;
  private final Commits commits;
  private final ConfigurationView view;

  ConfigurationPages(Configurations configurations, Commits commits, ConfigurationView view) {
    this.configurations = configurations;
    this.commits = commits;
    this.view = view;
  }

  @GetMapping("/" + ResourceUris.ID)
  String one(
      @PathVariable long id,
      @RequestParam(required = false) @Nullable String notice,
      @CookieValue(name = Undo.COOKIE, required = false) @Nullable String undo,
      CsrfToken token) {
    return view.page(id, Answers.told(notice), Undo.read(undo).orElse(null), token);
  }

  @PostMapping("/streams")
  ResponseEntity<String> beginStream(
      @RequestParam long baseline,
      @RequestParam(defaultValue = "") String title,
      CsrfToken token,
      Authentication user) {
    return createStream(baseline, title, token, user);
  }

  @PostMapping("/" + ResourceUris.ID + "/streams")
  ResponseEntity<String> createStream(
      @PathVariable long id,
      @RequestParam(defaultValue = "") String title,
      CsrfToken token,
      Authentication user) {
    try {
      GlobalConfiguration made =
          configurations.createStream(
              id, Accepts.ANY, NewConfiguration.titled(title.strip()), user.getName());
      return Answers.to(Layout.CONFIGURATIONS + "/" + made.id(), "created");
    } catch (Refusal e) {
      return refused(id, "streams", "New stream", title, e, token);
    }
  }

  @PostMapping("/" + ResourceUris.ID + "/staging")
  ResponseEntity<String> createStaging(
      @PathVariable long id,
      @RequestParam(defaultValue = "") String title,
      CsrfToken token,
      Authentication user) {
    try {
      GlobalConfiguration made =
          configurations.createStaging(id, NewConfiguration.titled(title.strip()), user.getName());
      return Answers.to(Layout.CONFIGURATIONS + "/" + made.id(), "created");
    } catch (Refusal e) {
      return refused(id, "staging", "New staging stream", title, e, token);
    }
  }

  @PostMapping("/" + ResourceUris.ID + "/baselines")
  ResponseEntity<String> createBaseline(
      @PathVariable long id,
      @RequestParam(defaultValue = "") String title,
      CsrfToken token,
      Authentication user) {
    try {
      Activity begun =
          commits.begin(id, NewConfiguration.titled(title.strip()), user.getName(), null);
      Activity activity = commits.await(begun.id(), SHORT_WAIT);
      Long baseline = activity.baseline();
      return baseline == null
          ? Answers.to(Layout.ACTIVITIES + "/" + activity.id(), "")
          : Answers.to(
              Layout.CONFIGURATIONS + "/" + baseline, activity.isReused() ? "reused" : "baseline");
    } catch (Refusal e) {
      return refused(id, "baselines", "Create baseline", title, e, token);
    }
  }

  private ResponseEntity<String> refused(
      long id, String part, String label, String title, Refusal refusal, CsrfToken token) {
    GlobalConfiguration one = configurations.get(id);
    return Answers.page(
        Answers.status(refusal),
        ConfigurationForms.refused(one, part, label, title, Answers.reason(refusal), token));
  }

  @GetMapping("/" + ResourceUris.ID + "/edit")
  String edit(@PathVariable long id, CsrfToken token) {
    GlobalConfiguration one = configurations.get(id);
    Typed typed = Typed.of(one.title(), one.description(), one.subjects());
    return ConfigurationForms.editing(one, typed, one.isArchived(), null, false, token);
  }

  @PostMapping("/" + ResourceUris.ID + "/edit")
  ResponseEntity<String> save(
      @PathVariable long id,
      @RequestParam long revision,
      @RequestParam(required = false) @Nullable String title,
      @RequestParam(required = false) @Nullable String description,
      @RequestParam(defaultValue = "") String tags,
      @RequestParam(defaultValue = "false") boolean archived,
      CsrfToken token) {
    GlobalConfiguration one = configurations.get(id);
    // The form of a baseline has neither.
    Typed typed =
        new Typed(
            title == null ? one.title() : title.strip(),
            Objects.requireNonNullElse(
                description, Objects.requireNonNullElse(one.description(), "")),
            tags);
    try {
      configurations.edit(
          id,
          revision,
          new Edit(
              typed.title(),
              typed.givenDescription(),
              typed.subjects(one.subjects()),
              one.branch(),
              archived));
      return Answers.to(Layout.CONFIGURATIONS + "/" + id, "saved");
    } catch (Refusal e) {
      return Answers.page(
          Answers.status(e),
          ConfigurationForms.editing(
              configurations.get(id),
              typed,
              archived,
              Answers.reason(e),
              Answers.isConflict(e),
              token));
    }
  }

  @PostMapping("/" + ResourceUris.ID + "/removal")
  ResponseEntity<String> remove(
      @PathVariable long id,
      @RequestParam long revision,
      @RequestParam(defaultValue = "") String sure) {
    if (!sure.equals("yes")) {
      throw Refusal.invalid("Say that you are sure: nothing was deleted.");
    }
    long component = configurations.get(id).component();
    try {
      configurations.delete(id, revision);
    } catch (Refusal e) {
      throw Answers.isConflict(e) ? Refusal.conflict(Answers.gone(id)) : e;
    }
    return Answers.to(Layout.COMPONENTS + "/" + component, "deleted");
  }
}
