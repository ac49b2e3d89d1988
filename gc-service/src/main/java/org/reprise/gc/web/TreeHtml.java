package org.reprise.gc.web;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;

/**
 * A configuration's tree of contributions as nested lists, which open and close without scripts.
 */
final class TreeHtml {
  // Deeper parts begin closed.
  private static final int OPEN_DEPTH = 2;

  private final Html html;
  private final List<Node> nodes;
  private final @Nullable Tools tools;
  private int next;

  /**
   * Makes one.
   *
   * @param nodes depth first, a parent before its children
   * @param tools null where nothing can be changed
   */
  TreeHtml(Html html, List<Node> nodes, @Nullable Tools tools) {
    this.html = html;
    this.nodes = nodes;
    this.tools = tools;
  }

  /**
   * A contribution.
   *
   * @param depth 1 for the configuration's own
   * @param page its address: a page of ours, or its URI
   * @param application the name of the one that it is of; null for this server
   * @param component what it is a configuration of
   * @param slug of the contribution, where it is the configuration's own; null deeper
   * @param isUsed whether it counts, here or further up
   * @param why it is not used, or is not told again; null where there is nothing to say
   * @param used what is used in its place; null where nothing is
   */
  record Node(
      int depth,
      String page,
      String title,
      boolean isBaseline,
      @Nullable String application,
      String component,
      @Nullable String slug,
      boolean isUsed,
      @Nullable String why,
      @Nullable Link used) {
    Node {
      Objects.requireNonNull(page);
      Objects.requireNonNull(title);
    }
  }

  record Link(String page, String title) {}

  /**
   * By what contributions are changed.
   *
   * @param address of the configuration's page
   * @param revision that is shown
   */
  record Tools(String address, long revision, CsrfToken token) {}

  void add() {
    html.raw("<ul class=\"tree\">");
    while (next < nodes.size()) {
      branch();
    }
    html.raw("</ul>");
  }

  private void branch() {
    Node node = nodes.get(next);
    next++;
    boolean hasChildren = next < nodes.size() && nodes.get(next).depth() > node.depth();
    html.raw(node.isUsed() ? "<li>" : "<li class=\"unused\">");
    if (hasChildren) {
      html.raw(node.depth() <= OPEN_DEPTH ? "<details open><summary>" : "<details><summary>");
      node(node, "node");
      html.raw("</summary><ul>");
      while (next < nodes.size() && nodes.get(next).depth() > node.depth()) {
        branch();
      }
      html.raw("</ul></details>");
    } else {
      node(node, "node leaf");
    }
    html.raw("</li>");
  }

  private void node(Node node, String kind) {
    html.add("<span class=\"%s\"><span class=\"name\">", kind);
    html.add("<a href=\"%s\">", node.page());
    html.add("%s</a></span>", node.title());
    Layout.badge(
        html, node.isBaseline() ? "baseline" : "stream", node.isBaseline() ? "Baseline" : "Stream");
    if (node.application() != null) {
      Layout.badge(html, "local", "Application " + node.application());
    }
    if (!node.component().isEmpty()) {
      html.add("<span class=\"quiet\">%s</span>", node.component());
    }
    if (tools != null && node.slug() != null) {
      tools(tools, node, node.slug());
    }
    if (node.why() != null) {
      html.add("<span class=\"%s\">%s", node.isUsed() ? "again quiet" : "why", node.why());
      Link used = node.used();
      if (used != null) {
        html.add(" <a href=\"%s\">%s</a>", used.page(), used.title());
      }
      html.raw("</span>");
    }
    html.raw("</span>");
  }

  private void tools(Tools changes, Node node, String slug) {
    String address = changes.address() + "/contribution/" + Layout.encode(slug);
    html.add("<span class=\"tools\"><a class=\"button plain\" href=\"%s\"", address);
    String application = node.application();
    // Those of two applications are often called the same.
    String name =
        application == null || application.isEmpty()
            ? node.title()
            : node.title() + " of " + application;
    html.add(" aria-label=\"Replace %s\">Replace</a>", name);
    Layout.form(html, address + "/removal", "", changes.token());
    Layout.hidden(html, "revision", changes.revision());
    html.add(
        "<button class=\"plain danger\" aria-label=\"Remove %s\">Remove</button></form></span>",
        name);
  }
}
