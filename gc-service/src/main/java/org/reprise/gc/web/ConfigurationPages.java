package org.reprise.gc.web;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.commit.Activity;
import org.reprise.gc.commit.Commits;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.GlobalConfiguration.Accepts;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Streams and baselines: their page, and the forms that create, change and delete them. */
@Controller
@RequestMapping(path = Forms.CONFIGURATIONS, produces = MediaType.TEXT_HTML_VALUE)
class ConfigurationPages {
  // Most baselines are created by then; the others have a page with their progress.
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private final Configurations configurations;
  private final Commits commits;
  private final ConfigurationView view;

  ConfigurationPages(Configurations configurations, Commits commits, ConfigurationView view) {
    this.configurations = configurations;
    this.commits = commits;
    this.view = view;
  }

  @GetMapping("/" + ResourceUris.ID)
  ModelAndView one(
      @PathVariable long id,
      @RequestParam(required = false) @Nullable String notice,
      @CookieValue(name = Undo.COOKIE, required = false) @Nullable String undo) {
    return view.page(id, Undo.read(undo).orElse(null)).addObject("notice", Forms.message(notice));
  }

  @PostMapping("/streams")
  ModelAndView createStreamOf(
      @RequestParam long baseline, @ModelAttribute FormFields typed, Authentication user) {
    return createStream(baseline, typed, user);
  }

  @PostMapping("/" + ResourceUris.ID + "/streams")
  ModelAndView createStream(
      @PathVariable long id, @ModelAttribute FormFields typed, Authentication user) {
    return create(
        id,
        Creation.STREAM,
        typed,
        edit -> page(configurations.createStream(id, Accepts.ANY, edit, user.getName()).id()));
  }

  @PostMapping("/" + ResourceUris.ID + "/staging")
  ModelAndView createStaging(
      @PathVariable long id, @ModelAttribute FormFields typed, Authentication user) {
    return create(
        id,
        Creation.STAGING,
        typed,
        edit -> page(configurations.createStaging(id, edit, user.getName()).id()));
  }

  private static ModelAndView page(long id) {
    return Forms.redirect(Forms.CONFIGURATIONS + "/" + id, "created");
  }

  @PostMapping("/" + ResourceUris.ID + "/baselines")
  ModelAndView createBaseline(
      @PathVariable long id, @ModelAttribute FormFields typed, Authentication user) {
    return create(
        id,
        Creation.BASELINE,
        typed,
        edit -> {
          Activity begun = commits.begin(id, edit, user.getName(), null);
          Activity activity = commits.await(begun.id(), MAX_WAIT);
          Long baseline = activity.baseline();
          return baseline == null
              ? Forms.redirect(Forms.ACTIVITIES + "/" + activity.id(), "")
              : Forms.redirect(
                  Forms.CONFIGURATIONS + "/" + baseline,
                  activity.isReused() ? "reused" : "baseline");
        });
  }

  private ModelAndView create(
      long id, Creation kind, FormFields typed, Function<Edit, ModelAndView> creation) {
    try {
      return creation.apply(Edit.titled(typed.titleOr("")));
    } catch (Refusal e) {
      GlobalConfiguration one = configurations.get(id);
      String address = Forms.CONFIGURATIONS + "/" + id;
      return Forms.refused(
          e,
          Forms.edit(kind.label(), address + "/" + kind.part(), kind.label(), typed)
              .addObject("only", "title")
              .addObject("back", address)
              .addObject("owner", one.title()));
    }
  }

  @GetMapping("/" + ResourceUris.ID + "/edit")
  ModelAndView edit(@PathVariable long id) {
    GlobalConfiguration one = configurations.get(id);
    return editing(one, stored(one), one.isArchived());
  }

  private static FormFields stored(GlobalConfiguration one) {
    return FormFields.of(one.title(), one.description(), one.subjects());
  }

  private static ModelAndView editing(
      GlobalConfiguration one, FormFields typed, boolean isArchived) {
    String address = Forms.CONFIGURATIONS + "/" + one.id();
    ModelAndView page =
        Forms.edit(
                one.isStream() ? "Edit stream" : "Edit baseline", address + "/edit", "Save", typed)
            .addObject("back", address)
            .addObject("owner", one.title())
            .addObject("stored", stored(one))
            .addObject("stateName", "revision")
            .addObject("state", one.revision())
            .addObject("archived", isArchived);
    return one.isStream()
        ? page
        : page.addObject("only", "tags")
            .addObject(
                "lead", "Of a baseline only its tags can change, and whether it is archived.");
  }

  @PostMapping("/" + ResourceUris.ID + "/edit")
  ModelAndView save(
      @PathVariable long id,
      @RequestParam long revision,
      @ModelAttribute FormFields typed,
      @RequestParam(defaultValue = "false") boolean archived) {
    GlobalConfiguration one = configurations.get(id);
    try {
      configurations.edit(
          id,
          revision,
          new Edit(
              typed.titleOr(one.title()),
              typed.descriptionOr(one.description()),
              typed.subjects(one.subjects()),
              one.branch(),
              archived));
      return Forms.redirect(Forms.CONFIGURATIONS + "/" + id, "saved");
    } catch (Refusal e) {
      return Forms.refused(e, editing(configurations.get(id), typed, archived));
    }
  }

  @PostMapping("/" + ResourceUris.ID + "/removal")
  ModelAndView remove(
      @PathVariable long id,
      @RequestParam long revision,
      @RequestParam(defaultValue = "") String sure) {
    if (!sure.equals("yes")) {
      throw Refusal.invalid("Confirm the deletion: nothing was deleted.");
    }
    long component = configurations.get(id).component();
    try {
      configurations.delete(id, revision);
    } catch (Refusal e) {
      throw Forms.tooLate(id, e);
    }
    return Forms.redirect(Forms.COMPONENTS + "/" + component, "deleted");
  }
}
