package org.reprise.gc.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.component.Component;
import org.reprise.gc.component.Components;
import org.reprise.gc.component.NewComponent;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.GlobalConfiguration.Kind;
import org.reprise.gc.installation.ResourceUris;
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

/** Components: one with its streams and baselines, and forms to create and change one. */
@RestController
@RequestMapping(path = Layout.COMPONENTS, produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
class ComponentPages {
  private static final int PAGE = 25;
  private static final int FARTHEST = 40_000;

  private final Components components;
  private final Configurations configurations;
  private final ResourceUris uris;

  ComponentPages(Components components, Configurations configurations, ResourceUris uris) {
    this.components = components;
    this.configurations = configurations;
    this.uris = uris;
  }

  @GetMapping("/new")
  String blank(CsrfToken token) {
    return creation(Typed.NOTHING, null, token);
  }

  private static String creation(Typed typed, @Nullable String failure, CsrfToken token) {
    Html html = Layout.begin("New component", Layout.COMPONENTS + "/new", "", null);
    html.raw("<h1>New component</h1>");
    html.raw(
        "<p class=\"lead\">It gets an empty first baseline, from which streams can begin.</p>");
    Layout.failure(html, failure);
    Layout.form(html, Layout.COMPONENTS + "/new", "column", token);
    typed.fields(html, false);
    html.raw(
        "<div class=\"actions\"><button class=\"main\">Create component</button></div></form>");
    return Layout.end(html);
  }

  @PostMapping("/new")
  ResponseEntity<String> create(
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
      return Answers.to(Layout.COMPONENTS + "/" + made.id(), "created");
    } catch (Refusal e) {
      return Answers.page(e.status(), creation(typed, e.reason(), token));
    }
  }

  @GetMapping("/" + ResourceUris.ID)
  String one(
      @PathVariable long id,
      @RequestParam(defaultValue = "1") int streams,
      @RequestParam(defaultValue = "1") int baselines,
      @RequestParam(required = false) @Nullable String notice,
      CsrfToken token) {
    Component component = components.get(id);
    Html html = Layout.begin(component.title());
    html.add("<h1>%s", component.title());
    Layout.badge(html, "component", "Component");
    html.raw("</h1>");
    Layout.notice(html, Answers.told(notice));
    html.add("<p class=\"lead\">%s</p>", component.description());
    List<Configurations.Listed> newest = page(id, Kind.BASELINE, 1);
    html.raw("<div class=\"making\">");
    if (!newest.isEmpty()) {
      newStream(html, newest, token);
    }
    html.add("<a class=\"button\" href=\"%s/%s/edit\">Edit</a></div>", Layout.COMPONENTS, id);
    html.raw("<h2>Streams</h2>");
    list(html, id, Kind.STREAM, streams, "?baselines=" + baselines + "&streams=");
    html.raw("<h2>Baselines</h2>");
    list(html, id, Kind.BASELINE, baselines, "?streams=" + streams + "&baselines=");
    html.raw("<h2>About</h2><dl class=\"facts\">");
    Layout.tags(html, component.subjects());
    Layout.fact(html, "Created", Html.time(component.created()) + " by " + component.creator());
    Layout.fact(html, "Changed", Html.time(component.modified()));
    Layout.fact(html, "URI", uris.component(id));
    return Layout.end(html.raw("</dl>"));
  }

  // With one more, that tells whether there is a next page.
  private List<Configurations.Listed> page(long id, Kind kind, int page) {
    if (page < 1 || page > FARTHEST) {
      throw Refusal.notFound("There is no page " + page + ".");
    }
    return configurations.ofComponent(id, kind, (page - 1) * PAGE, PAGE + 1);
  }

  private static void newStream(Html html, List<Configurations.Listed> baselines, CsrfToken token) {
    html.raw("<details class=\"more\"><summary>New stream</summary>");
    Layout.form(html, Layout.CONFIGURATIONS + "/streams", "column", token);
    html.raw("<label>Begins from baseline <select name=\"baseline\">");
    baselines.stream()
        .limit(PAGE)
        .forEach(one -> html.add("<option value=\"%s\">%s</option>", one.id(), one.title()));
    html.raw("</select></label>");
    Layout.field(html, "Title", "title", "", "required maxlength=\"1000\"");
    html.raw("<div class=\"actions\"><button class=\"main\">Create stream</button></div>");
    html.raw("</form></details>");
  }

  private void list(Html html, long id, Kind kind, int page, String address) {
    List<Configurations.Listed> found = page(id, kind, page);
    if (found.isEmpty()) {
      html.raw("<p class=\"quiet\">There are none.</p>");
    } else {
      html.raw("<ul class=\"rows\">");
      found.stream().limit(PAGE).forEach(one -> row(html, one));
      html.raw("</ul>");
    }
    boolean hasMore = found.size() > PAGE;
    if (page > 1 || hasMore) {
      html.raw("<p class=\"pages\">");
      if (page > 1) {
        html.add("<a class=\"button\" href=\"%s%s\">Newer</a>", address, page - 1);
      }
      html.add("<span>page %s</span>", page);
      if (hasMore) {
        html.add("<a class=\"button\" href=\"%s%s\">Older</a>", address, page + 1);
      }
      html.raw("</p>");
    }
  }

  private static void row(Html html, Configurations.Listed one) {
    html.add("<li><a href=\"%s/%s\">%s</a>", Layout.CONFIGURATIONS, one.id(), one.title());
    if (one.isArchived()) {
      Layout.badge(html, "local", "Archived");
    }
    html.raw("</li>");
  }

  @GetMapping("/" + ResourceUris.ID + "/edit")
  String edit(@PathVariable long id, CsrfToken token) {
    Component component = components.get(id);
    Typed typed = Typed.of(component.title(), component.description(), component.subjects());
    return editing(component, typed, null, false, token);
  }

  private static String editing(
      Component component,
      Typed typed,
      @Nullable String failure,
      boolean isConflict,
      CsrfToken token) {
    String address = Layout.COMPONENTS + "/" + component.id();
    Html html = Layout.begin("Edit " + component.title());
    html.add("<p class=\"path\"><a href=\"%s\">%s</a></p>", address, component.title());
    html.raw("<h1>Edit component</h1>");
    Layout.failure(html, failure);
    if (isConflict) {
      typed.differences(
          html, Typed.of(component.title(), component.description(), component.subjects()));
    }
    Layout.form(html, address + "/edit", "column", token);
    Layout.hidden(html, "version", component.version());
    typed.fields(html, false);
    html.raw("<div class=\"actions\"><button class=\"main\">Save</button>");
    html.add("<a class=\"button\" href=\"%s\">Cancel</a></div></form>", address);
    return Layout.end(html);
  }

  @PostMapping("/" + ResourceUris.ID + "/edit")
  ResponseEntity<String> save(
      @PathVariable long id,
      @RequestParam long version,
      @RequestParam(defaultValue = "") String title,
      @RequestParam(defaultValue = "") String description,
      @RequestParam(defaultValue = "") String tags,
      CsrfToken token) {
    Typed typed = new Typed(title, description, tags);
    try {
      components.edit(
          id,
          version,
          title.strip(),
          typed.givenDescription(),
          typed.subjects(components.get(id).subjects()));
      return Answers.to(Layout.COMPONENTS + "/" + id, "saved");
    } catch (Refusal e) {
      return Answers.page(
          Answers.status(e),
          editing(components.get(id), typed, Answers.reason(e), Answers.isConflict(e), token));
    }
  }
}
