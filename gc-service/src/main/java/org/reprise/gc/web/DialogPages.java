package org.reprise.gc.web;

import org.jspecify.annotations.Nullable;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.GlobalConfiguration.Accepts;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.search.ResultType;
import org.reprise.gc.search.Search;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * Dialogs that other applications show to their users (OSLC Core 3.0, "Delegated Dialogs"): to
 * select a stream, baseline or component, and to create a component or stream. A script reports the
 * choice to the page around a dialog, by postMessage or by the window's name, as the fragment of
 * the dialog's address says.
 */
@Controller
@RequestMapping(path = DialogPages.HOME, produces = MediaType.TEXT_HTML_VALUE)
class DialogPages {
  static final String HOME = "/gc/dialogs";
  private static final String COMPONENT = HOME + "/create/component";
  private static final String STREAM = HOME + "/create/stream";

  private final Search search;
  private final Components components;
  private final Configurations configurations;
  private final ResourceUris uris;

  DialogPages(
      Search search, Components components, Configurations configurations, ResourceUris uris) {
    this.search = search;
    this.components = components;
    this.configurations = configurations;
    this.uris = uris;
  }

  @GetMapping("/select/components")
  ModelAndView selectComponent(
      @RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "1") int page) {
    return selection("components", "Select a component", q, ResultType.COMPONENT, page)
        .addObject("base", uris.base() + "/gc/component/")
        .addObject("query", Forms.query(q, null));
  }

  @GetMapping("/select/configurations")
  ModelAndView selectConfiguration(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "stream") String type,
      @RequestParam(defaultValue = "1") int page) {
    ResultType resultType = ResultType.of(type);
    if (resultType == null || resultType == ResultType.COMPONENT) {
      throw Refusal.invalid("type: here it is stream or baseline.");
    }
    return selection("configurations", "Select a stream or baseline", q, resultType, page)
        .addObject("base", uris.base() + "/gc/configuration/")
        .addObject("type", resultType.word())
        .addObject("query", Forms.query(q, resultType.word()));
  }

  private ModelAndView selection(String part, String heading, String q, ResultType type, int page) {
    return new ModelAndView("dialog-select")
        .addObject("heading", heading)
        .addObject("action", HOME + "/select/" + part)
        .addObject("q", q)
        .addObject("found", search.find(q, type, page));
  }

  @GetMapping("/create/component")
  ModelAndView createComponent() {
    return creation("Create a component", COMPONENT, FormFields.EMPTY);
  }

  private static ModelAndView creation(String heading, String action, FormFields typed) {
    return new ModelAndView("dialog-create")
        .addObject("heading", heading)
        .addObject("action", action)
        .addObject("typed", typed);
  }

  @PostMapping("/create/component")
  ModelAndView createComponent(@ModelAttribute FormFields typed, Authentication user) {
    try {
      long id = components.create(typed.edit(), user.getName()).id();
      return Forms.redirect(HOME + "/created/component/" + id, "");
    } catch (Refusal e) {
      return Forms.refused(e, creation("Create a component", COMPONENT, typed));
    }
  }

  @GetMapping("/created/component/" + ResourceUris.ID)
  ModelAndView createdComponent(@PathVariable long id) {
    return created("Component created", components.get(id).title(), uris.component(id));
  }

  private static ModelAndView created(String heading, String title, String uri) {
    return new ModelAndView("dialog-created")
        .addObject("heading", heading)
        .addObject("label", title)
        .addObject("uri", uri);
  }

  @GetMapping("/create/stream")
  ModelAndView createStream(
      @RequestParam(defaultValue = "") String q, @ModelAttribute FormFields typed) {
    return creation("Create a stream", STREAM, typed)
        .addObject("q", q)
        .addObject("baselines", search.find(q, ResultType.BASELINE, 1).hits());
  }

  @PostMapping("/create/stream")
  ModelAndView createStream(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(required = false) @Nullable Long baseline,
      @ModelAttribute FormFields typed,
      Authentication user) {
    try {
      if (baseline == null) {
        throw Refusal.notFound("Choose a baseline.");
      }
      long id =
          configurations.createStream(baseline, Accepts.ANY, typed.edit(), user.getName()).id();
      return Forms.redirect(HOME + "/created/stream/" + id, "");
    } catch (Refusal e) {
      return Forms.refused(e, createStream(q, typed));
    }
  }

  @GetMapping("/created/stream/" + ResourceUris.ID)
  ModelAndView createdStream(@PathVariable long id) {
    return created("Stream created", configurations.get(id).title(), uris.configuration(id));
  }
}
