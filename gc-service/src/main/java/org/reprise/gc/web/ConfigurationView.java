package org.reprise.gc.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.Applications;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.resolution.Resolutions;
import org.reprise.gc.resolution.Resolved;
import org.reprise.gc.resolution.Resolved.Outcome;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Component;

/** The page of a stream or baseline: what it is, what can be made of it, and its tree. */
@Component
class ConfigurationView {
  private static final int MOST_SHOWN = 2_000;

  private final Components components;
  private final Configurations configurations;
  private final Resolutions resolutions;
  private final Applications applications;
  private final ResourceUris uris;

  ConfigurationView(
      Components components,
      Configurations configurations,
      Resolutions resolutions,
      Applications applications,
      ResourceUris uris) {
    this.components = components;
    this.configurations = configurations;
    this.resolutions = resolutions;
    this.applications = applications;
    this.uris = uris;
  }

  /**
   * Draws it.
   *
   * @param undo the last change of the browser's user; null where there is none
   */
  String page(long id, @Nullable String notice, @Nullable Undo undo, CsrfToken token) {
    // First what the forms build on: what is newer in the tree makes them fail, not overwrite.
    GlobalConfiguration one = configurations.get(id);
    Resolved resolved = resolutions.resolve(id);
    Html html = Layout.begin(one.title());
    html.add(
        "<p class=\"path\"><span class=\"quiet\">Component</span> <a href=\"%s/%s\">%s</a></p>",
        Layout.COMPONENTS, one.component(), components.get(one.component()).title());
    heading(html, one);
    Layout.notice(html, notice);
    if (undo != null && undo.revision() == one.revision()) {
      undoing(html, id, undo, token);
    }
    html.add("<p class=\"lead\">%s</p>", one.description());
    ConfigurationForms.making(html, one, token);
    tree(html, one, resolved, token);
    facts(html, one);
    return Layout.end(html);
  }

  private static void heading(Html html, GlobalConfiguration one) {
    html.add("<h1>%s", one.title());
    if (one.isStaging()) {
      Layout.badge(html, "stream", "Staging stream");
    } else if (one.isStream()) {
      Layout.badge(html, "stream", "Stream");
    } else {
      Layout.badge(html, "baseline", "Baseline");
    }
    if (one.isArchived()) {
      Layout.badge(html, "local", "Archived");
    }
    html.raw("</h1>");
  }

  private static void undoing(Html html, long id, Undo undo, CsrfToken token) {
    html.raw("<div class=\"notice with-action\" role=\"status\"><span>");
    html.raw(undo.former() == null ? "A contribution was added." : "A contribution was changed.");
    html.raw("</span>");
    Layout.form(html, Layout.CONFIGURATIONS + "/" + id + "/undoing", "", token);
    html.raw("<button class=\"plain\">Undo</button></form></div>");
  }

  private void tree(Html html, GlobalConfiguration one, Resolved resolved, CsrfToken token) {
    html.raw("<h2 id=\"tree\">Contributions</h2>");
    List<Resolved.Entry> entries = resolved.entries();
    if (entries.size() == 1) {
      html.raw("<p class=\"quiet\">Nothing contributes to it yet.</p>");
    } else {
      summary(html, entries);
      List<TreeHtml.Node> nodes = nodes(resolved);
      String address = Layout.CONFIGURATIONS + "/" + one.id();
      new TreeHtml(
              html,
              nodes,
              one.isStream() ? new TreeHtml.Tools(address, one.revision(), token) : null)
          .add();
      if (entries.size() - 1 > nodes.size()) {
        html.add(
            "<p class=\"warning\">These are the first %s of %s. The RDF document tells all.</p>",
            Html.number(nodes.size()), Html.number(entries.size() - 1));
      }
    }
    if (one.isStream()) {
      html.add(
          "<p class=\"actions\"><a class=\"button\" href=\"%s/%s/contributions\">Add a"
              + " contribution</a></p>",
          Layout.CONFIGURATIONS, one.id());
    }
  }

  private static void summary(Html html, List<Resolved.Entry> entries) {
    long used = entries.stream().filter(one -> one.outcome() == Outcome.COUNTS).count() - 1;
    long skew = entries.stream().filter(one -> one.outcome() == Outcome.SKEW).count();
    html.add("<p class=\"lead\">%s in use", Html.number(used));
    html.raw(skew == 0 ? ", no skew.</p>" : ".</p>");
    if (skew > 0) {
      html.add(
          "<p class=\"warning\" role=\"note\"><strong>Skew:</strong> %s not used, because another"
              + " configuration of the same component comes first.</p>",
          skew == 1 ? "1 contribution is" : Html.number(skew) + " contributions are");
    }
  }

  private List<TreeHtml.Node> nodes(Resolved resolved) {
    Map<String, String> titles = resolutions.titles(resolved);
    List<TreeHtml.Node> nodes = new ArrayList<>();
    for (Resolved.Entry entry : resolved.entries()) {
      if (entry.depth() > 0 && nodes.size() < MOST_SHOWN) {
        nodes.add(node(resolved, entry, titles));
      }
    }
    return nodes;
  }

  private TreeHtml.Node node(Resolved resolved, Resolved.Entry entry, Map<String, String> titles) {
    TreeHtml.Link used =
        entry.outcome() == Outcome.SKEW
            ? resolved
                .of(entry.component())
                .map(first ->
                    new TreeHtml.Link(
                        page(first.uri()), titles.getOrDefault(first.uri(), first.uri())))
                .orElse(null)
            : null;
    return new TreeHtml.Node(
        entry.depth(),
        page(entry.uri()),
        titles.getOrDefault(entry.uri(), entry.uri()),
        entry.isBaseline(),
        // Without a name where it is of one that is not configured any more.
        entry.isGlobal() ? null : applications.of(entry.uri()).orElse(""),
        component(titles, entry),
        entry.depth() == 1 ? entry.slug() : null,
        entry.outcome() == Outcome.COUNTS || entry.outcome() == Outcome.REPEATED,
        switch (entry.outcome()) {
          case COUNTS -> null;
          case SKEW -> "Skew, not used: this component is already taken from";
          case OVERRIDDEN -> "Not used: another configuration takes its place.";
          case REPEATED -> "Told above, with what is below it.";
        },
        used);
  }

  // Streams are often called as their component: to say it twice tells nothing.
  private static String component(Map<String, String> titles, Resolved.Entry entry) {
    String component = titles.getOrDefault(entry.component(), entry.component());
    return component.equals(titles.get(entry.uri())) ? "" : component;
  }

  // A configuration of this server has a page, others only their address.
  private String page(String uri) {
    OptionalLong id = uris.configurationId(uri);
    return id.isPresent() ? Layout.CONFIGURATIONS + "/" + id.getAsLong() : uri;
  }

  private void facts(Html html, GlobalConfiguration one) {
    html.raw("<h2>About</h2><dl class=\"facts\">");
    Layout.tags(html, one.subjects());
    link(html, "Baseline of", one.baselineOfStream());
    link(html, "Staging of", one.stagingOf());
    link(html, one.isStream() ? "Newest baseline" : "Baseline before", one.previousBaseline());
    Layout.fact(html, "Branch", one.branch());
    Layout.fact(html, "Created", Html.time(one.created()) + " by " + one.creator());
    Layout.fact(html, "Changed", Html.time(one.modified()));
    Layout.fact(html, "URI", uris.configuration(one.id()));
    html.raw("</dl>");
  }

  private void link(Html html, String name, @Nullable Long id) {
    // A stream may be gone, its baselines stay; that of an initial baseline never was.
    if (id != null) {
      configurations
          .find(id)
          .ifPresent(one -> {
            html.add("<dt>%s</dt><dd>", name);
            html.add("<a href=\"%s/%s\">%s</a></dd>", Layout.CONFIGURATIONS, id, one.title());
          });
    }
  }
}
