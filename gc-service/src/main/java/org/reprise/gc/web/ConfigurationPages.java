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
        edit -> created(configurations.createStream(id, Accepts.ANY, edit, user.getName())));
  }

  @PostMapping("/" + ResourceUris.ID + "/staging")
  ModelAndView createStaging(
      @PathVariable long id, @ModelAttribute FormFields typed, Authentication user) {
    return create(
        id,
        Creation.STAGING,
        typed,
        edit -> created(configurations.createStaging(id, edit, user.getName())));
  }

  private static ModelAndView created(GlobalConfiguration one) {
    return Forms.redirect(Forms.page(one.id()), "created");
  }

  @PostMapping("/" + ResourceUris.ID + "/baselines")
  ModelAndView createBaseline(
      @PathVariable long id, @ModelAttribute FormFields typed, Authentication user) {
    return create(
        id,
        Creation.BASELINE,
        typed,
        edit -> {
          Activity activity = commits.begin(id, edit, user.getName(), null);
          return ActivityPages.redirect(commits.await(activity.id(), MAX_WAIT));
        });
  }

  private ModelAndView create(
      long id, Creation kind, FormFields typed, Function<Edit, ModelAndView> creation) {
    try {
      return creation.apply(typed.edit());
    } catch (Refusal e) {
      GlobalConfiguration one = configurations.get(id);
      return Forms.refused(
          e,
          Forms.edit(kind.label(), Forms.page(id) + "/" + kind.part(), kind.label(), typed)
              .addObject("only", "title")
              .addObject("back", Forms.page(id))
              .addObject("owner", one.title()));
    }
  }

  @GetMapping("/" + ResourceUris.ID + "/edit")
  ModelAndView edit(@PathVariable long id) {
    GlobalConfiguration one = configurations.get(id);
    return editing(one, FormFields.of(one), one.isArchived());
  }

  private static ModelAndView editing(
      GlobalConfiguration one, FormFields typed, boolean isArchived) {
    String heading = one.isStream() ? "Edit stream" : "Edit baseline";
    ModelAndView page =
        Forms.editing(heading, Forms.page(one.id()), one, typed).addObject("archived", isArchived);
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
      configurations.edit(id, revision, typed.edit(one, one.branch(), archived));
      return Forms.redirect(Forms.page(id), "saved");
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
