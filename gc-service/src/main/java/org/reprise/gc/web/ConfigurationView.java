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
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/** The page of a stream or baseline: its properties, its forms and its tree. */
@Component
class ConfigurationView {
  private static final int MAX_NODES = 2_000;
  // Deeper contributions are shown as siblings: templates nest no list without end.
  private static final int MAX_DEPTH = 20;

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

  /** A configuration that another one names as its baseline, stream or predecessor. */
  record Link(String name, String page, String title) {}

  /**
   * A contribution in the tree.
   *
   * @param depth 1 for the configuration's own
   * @param page the address of its page here, or its URI
   * @param application the name of its application; null for a configuration of this server
   * @param component the title of its component; null if that repeats its own
   * @param slug of one of the configuration's own contributions; null deeper
   * @param isUsed whether it counts, here or further up
   * @param why it is not used, or not listed again; null for others
   * @param usedPage the address of the configuration that is used instead; null if none is
   */
  record Node(
      int depth,
      String page,
      String title,
      boolean isBaseline,
      @Nullable String application,
      @Nullable String component,
      String componentUri,
      @Nullable String slug,
      boolean isUsed,
      @Nullable String why,
      @Nullable String usedPage,
      @Nullable String usedTitle,
      List<Node> children) {
    /** Returns a name that tells apart equal titles of two applications. */
    public String name() {
      return application == null || application.isEmpty() ? title : title + " of " + application;
    }
  }

  /**
   * Returns the page.
   *
   * @param undo the last change of the browser's user; null for none
   */
  ModelAndView page(long id, @Nullable Undo undo) {
    // Read before the tree: if the tree is newer, forms are refused and overwrite nothing.
    GlobalConfiguration one = configurations.get(id);
    Resolved resolved = resolutions.resolve(id);
    List<Resolved.Entry> entries = resolved.entries();
    return new ModelAndView("configuration")
        .addObject("one", one)
        .addObject("uri", uris.configuration(id))
        .addObject("component", components.get(one.component()).title())
        .addObject("undo", undo != null && undo.revision() == one.revision() ? undo : null)
        .addObject("creations", Creation.from(one))
        .addObject("tree", tree(resolved))
        .addObject("used", count(entries, Outcome.COUNTS) - 1)
        .addObject("skew", count(entries, Outcome.SKEW))
        .addObject("hidden", entries.size() - 1 - MAX_NODES)
        .addObject("branch", one.branch())
        .addObject("links", links(one));
  }

  private static long count(List<Resolved.Entry> entries, Outcome outcome) {
    return entries.stream().filter(entry -> entry.outcome() == outcome).count();
  }

  private List<Node> tree(Resolved resolved) {
    Map<String, String> titles = resolutions.titles(resolved);
    // The list at each depth to which the next contribution belongs.
    List<List<Node>> lists = new ArrayList<>();
    lists.add(new ArrayList<>());
    resolved.entries().stream()
        .skip(1)
        .limit(MAX_NODES)
        .forEach(entry -> {
          Node node = node(resolved, entry, titles);
          int depth = Math.min(entry.depth(), MAX_DEPTH);
          lists.subList(depth, lists.size()).clear();
          lists.getLast().add(node);
          lists.add(node.children());
        });
    return lists.getFirst();
  }

  private Node node(Resolved resolved, Resolved.Entry entry, Map<String, String> titles) {
    String title = titles.getOrDefault(entry.uri(), entry.uri());
    String component = component(entry, titles);
    String used =
        entry.outcome() == Outcome.SKEW
            ? resolved.of(entry.component()).map(Resolved.Entry::uri).orElse(null)
            : null;
    return new Node(
        entry.depth(),
        page(entry.uri()),
        title,
        entry.isBaseline(),
        // Without a name where the application is not configured any more.
        entry.isGlobal() ? null : applications.of(entry.uri()).orElse(""),
        component.equals(title) ? null : component,
        entry.component(),
        entry.depth() == 1 ? entry.slug() : null,
        entry.outcome() == Outcome.COUNTS || entry.outcome() == Outcome.REPEATED,
        switch (entry.outcome()) {
          case COUNTS -> null;
          case SKEW -> "Skew, not used: this component is already taken from";
          case OVERRIDDEN -> "Not used: another configuration overrides it.";
          case REPEATED -> "Already listed above.";
        },
        used == null ? null : page(used),
        used == null ? null : titles.getOrDefault(used, used),
        new ArrayList<>());
  }

  // The end of the URI is a short name for a component without a title.
  private String component(Resolved.Entry entry, Map<String, String> titles) {
    String uri = entry.component();
    String base = applications.of(uri).map(applications.baseUris()::get).orElse("");
    return titles.getOrDefault(
        uri, uri.startsWith(base + "/") ? uri.substring(base.length() + 1) : uri);
  }

  private String page(String uri) {
    OptionalLong id = uris.configurationId(uri);
    return id.isPresent() ? Forms.CONFIGURATIONS + "/" + id.getAsLong() : uri;
  }

  private List<Link> links(GlobalConfiguration one) {
    List<Link> all = new ArrayList<>();
    link(all, "Baseline of", one.baselineOfStream());
    link(all, "Staging of", one.stagingOf());
    link(all, one.isStream() ? "Newest baseline" : "Baseline before", one.previousBaseline());
    return all;
  }

  // A stream may be deleted while its baselines stay; that of an initial baseline never existed.
  private void link(List<Link> all, String name, @Nullable Long id) {
    if (id != null) {
      configurations
          .find(id)
          .map(one -> new Link(name, Forms.CONFIGURATIONS + "/" + id, one.title()))
          .ifPresent(all::add);
    }
  }
}
