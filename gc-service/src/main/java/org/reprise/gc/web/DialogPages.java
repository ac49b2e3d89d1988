package org.reprise.gc.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.component.Component;
import org.reprise.gc.component.Components;
import org.reprise.gc.component.NewComponent;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.GlobalConfiguration.Accepts;
import org.reprise.gc.configuration.NewConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.search.Found;
import org.reprise.gc.search.Search;
import org.reprise.gc.search.Sought;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Dialogs that other applications show to their users (OSLC Core 3.0, "Delegated Dialogs"): to
 * select a stream, baseline or component, and to create a component or stream. A script tells the
 * page around a dialog what was chosen, by postMessage or by the window's name, as the fragment of
 * the dialog's address says.
 */
@RestController
@RequestMapping(path = DialogPages.HOME, produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
class DialogPages {
  static final String HOME = "/gc/dialogs";

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
  String selectComponent(
      @RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "1") int page) {
    return new DialogHtml("Select a component", HOME + "/select/components")
        .selection(search.find(q, Sought.COMPONENT, page), q, null, uris);
  }

  @GetMapping("/select/configurations")
  String selectConfiguration(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "stream") String type,
      @RequestParam(defaultValue = "1") int page) {
    Sought sought = Sought.of(type);
    if (sought == null || sought == Sought.COMPONENT) {
      throw Refusal.invalid("type: here it is stream or baseline.");
    }
    return new DialogHtml("Select a stream or baseline", HOME + "/select/configurations")
        .selection(search.find(q, sought, page), q, sought, uris);
  }

  @GetMapping("/create/component")
  String newComponent(CsrfToken token) {
    return new DialogHtml("Create a component", HOME + "/create/component")
        .component(Typed.NOTHING, null, token);
  }

  @PostMapping("/create/component")
  ResponseEntity<String> createComponent(
      @RequestParam(defaultValue = "") String title,
      @RequestParam(defaultValue = "") String description,
      @RequestParam(defaultValue = "") String tags,
      CsrfToken token,
      Authentication user) {
    Typed typed = new Typed(title, description, tags);
    try {
      Component made =
          components.create(
              new NewComponent(
                  title.strip(),
                  typed.givenDescription(),
                  typed.subjects(List.of()),
                  user.getName()));
      return Answers.to(HOME + "/created/component/" + made.id(), "");
    } catch (Refusal e) {
      return Answers.page(
          e.status(),
          new DialogHtml("Create a component", HOME + "/create/component")
              .component(typed, e.reason(), token));
    }
  }

  @GetMapping("/created/component/" + ResourceUris.ID)
  String createdComponent(@PathVariable long id) {
    Component made = components.get(id);
    return new DialogHtml("Component created", "").made(made.title(), uris.component(id));
  }

  @GetMapping("/create/stream")
  String newStream(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "") String title,
      CsrfToken token) {
    return stream(q, title, null, token);
  }

  private String stream(String text, String title, @Nullable String failure, CsrfToken token) {
    List<Found.Hit> baselines = search.find(text, Sought.BASELINE, 1).hits();
    return new DialogHtml("Create a stream", HOME + "/create/stream")
        .stream(baselines, text, title, failure, token);
  }

  @PostMapping("/create/stream")
  ResponseEntity<String> createStream(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "0") long baseline,
      @RequestParam(defaultValue = "") String title,
      CsrfToken token,
      Authentication user) {
    try {
      GlobalConfiguration made =
          configurations.createStream(
              baseline, Accepts.ANY, NewConfiguration.titled(title.strip()), user.getName());
      return Answers.to(HOME + "/created/stream/" + made.id(), "");
    } catch (Refusal e) {
      return Answers.page(
          Answers.status(e),
          stream(q, title, baseline == 0 ? "Choose a baseline." : e.reason(), token));
    }
  }

  @GetMapping("/created/stream/" + ResourceUris.ID)
  String createdStream(@PathVariable long id) {
    GlobalConfiguration made = configurations.get(id);
    return new DialogHtml("Stream created", "").made(made.title(), uris.configuration(id));
  }
}
