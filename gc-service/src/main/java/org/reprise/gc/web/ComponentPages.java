package org.reprise.gc.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.component.Component;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.GlobalConfiguration.Kind;
import org.reprise.gc.installation.ResourceUris;
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

/** Components: one with its streams and baselines, and forms to create and change one. */
@Controller
@RequestMapping(path = Forms.COMPONENTS, produces = MediaType.TEXT_HTML_VALUE)
class ComponentPages {
  private static final int PAGE_SIZE = 25;
  private static final int MAX_PAGE = 40_000;

  private final Components components;
  private final Configurations configurations;
  private final ResourceUris uris;

  ComponentPages(Components components, Configurations configurations, ResourceUris uris) {
    this.components = components;
    this.configurations = configurations;
    this.uris = uris;
  }

  @GetMapping("/new")
  ModelAndView create() {
    return creation(FormFields.EMPTY);
  }

  private static ModelAndView creation(FormFields typed) {
    return Forms.edit("New component", Forms.COMPONENTS + "/new", "Create component", typed)
        .addObject("place", "new")
        .addObject("lead", "It gets an empty first baseline, from which streams can begin.");
  }

  @PostMapping("/new")
  ModelAndView create(@ModelAttribute FormFields typed, Authentication user) {
    try {
      Component created = components.create(typed.edit(), user.getName());
      return Forms.redirect(Forms.COMPONENTS + "/" + created.id(), "created");
    } catch (Refusal e) {
      return Forms.refused(e, creation(typed));
    }
  }

  @GetMapping("/" + ResourceUris.ID)
  ModelAndView one(
      @PathVariable long id,
      @RequestParam(defaultValue = "1") int streams,
      @RequestParam(defaultValue = "1") int baselines,
      @RequestParam(required = false) @Nullable String notice) {
    return new ModelAndView("component")
        .addObject("one", components.get(id))
        .addObject("uri", uris.component(id))
        .addObject("notice", Forms.message(notice))
        .addObject("newest", list(id, Kind.BASELINE, 1, "").rows())
        .addObject(
            "lists",
            List.of(
                list(id, Kind.STREAM, streams, "?baselines=" + baselines + "&streams="),
                list(id, Kind.BASELINE, baselines, "?streams=" + streams + "&baselines=")));
  }

  /**
   * A page of a component's streams or baselines.
   *
   * @param address of a page of the list, without the page's number
   */
  record Listing(
      String heading,
      List<Configurations.ConfigurationSummary> rows,
      int page,
      boolean hasMore,
      String address) {}

  private Listing list(long id, Kind kind, int page, String address) {
    if (page < 1 || page > MAX_PAGE) {
      throw Refusal.notFound("There is no page " + page + ".");
    }
    // One more row says whether there is a next page.
    List<Configurations.ConfigurationSummary> rows =
        configurations.ofComponent(id, kind, (page - 1) * PAGE_SIZE, PAGE_SIZE + 1);
    return new Listing(
        kind == Kind.STREAM ? "Streams" : "Baselines",
        rows.stream().limit(PAGE_SIZE).toList(),
        page,
        rows.size() > PAGE_SIZE,
        address);
  }

  @GetMapping("/" + ResourceUris.ID + "/edit")
  ModelAndView edit(@PathVariable long id) {
    Component component = components.get(id);
    return editing(component, FormFields.of(component));
  }

  private static ModelAndView editing(Component component, FormFields typed) {
    String page = Forms.COMPONENTS + "/" + component.id();
    return Forms.editing("Edit component", page, component, typed);
  }

  @PostMapping("/" + ResourceUris.ID + "/edit")
  ModelAndView save(
      @PathVariable long id, @RequestParam long revision, @ModelAttribute FormFields typed) {
    Component present = components.get(id);
    try {
      components.edit(id, revision, typed.edit(present, null, false));
      return Forms.redirect(Forms.COMPONENTS + "/" + id, "saved");
    } catch (Refusal e) {
      return Forms.refused(e, editing(components.get(id), typed));
    }
  }
}
