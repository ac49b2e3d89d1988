package org.reprise.gc.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.search.Found;
import org.reprise.gc.search.Search;
import org.reprise.gc.search.Sought;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The quick search, and the list of components. */
@RestController
@RequestMapping(path = Layout.HOME, produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
class SearchPages {
  private final Search search;

  SearchPages(Search search) {
    this.search = search;
  }

  @GetMapping({"", "/", "/search"})
  String search(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(defaultValue = "1") int page) {
    Sought sought = Sought.of(type);
    Found found = search.find(q, sought, page);
    Html html = Layout.begin(q.isBlank() ? "Everything" : "Found: " + q.strip(), "", q, null);
    if (q.isBlank()) {
      html.raw("<h1>Streams, baselines and components</h1>");
    } else {
      html.add("<h1>Search for “%s”</h1>", q.strip());
    }
    tabs(html, q, sought);
    list(html, found, q, sought, Layout.HOME + "/search");
    return Layout.end(html);
  }

  @GetMapping("/component")
  String components(
      @RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "1") int page) {
    Found found = search.find(q, Sought.COMPONENT, page);
    Html html = Layout.begin("Components", Layout.COMPONENTS, "", null);
    html.raw("<h1>Components</h1><form role=\"search\">");
    html.add(
        "<label>Title holds <input type=\"search\" name=\"q\" maxlength=\"%s\""
            + " value=\"%s\"></label>",
        Search.LONGEST_TEXT, q);
    html.raw("<button>Show</button></form>");
    list(html, found, q, Sought.COMPONENT, Layout.COMPONENTS);
    return Layout.end(html);
  }

  private static void tabs(Html html, String text, @Nullable Sought current) {
    html.raw("<nav aria-label=\"Kinds\"><ul class=\"tabs\">");
    List<@Nullable Sought> all = new ArrayList<>(Arrays.asList(Sought.values()));
    all.addFirst(null);
    for (Sought one : all) {
      html.add("<li><a href=\"%s/search?q=%s", Layout.HOME, Layout.encode(text));
      html.raw(one == null ? "\"" : "&amp;type=" + one.word() + "\"");
      html.raw(one == current ? " aria-current=\"page\">" : ">");
      html.add("%s</a></li>", one == null ? "All" : plural(one));
    }
    html.raw("</ul></nav>");
  }

  private static String plural(Sought sought) {
    return switch (sought) {
      case STREAM -> "Streams";
      case BASELINE -> "Baselines";
      case COMPONENT -> "Components";
    };
  }

  private static void list(
      Html html, Found found, String text, @Nullable Sought sought, String address) {
    if (found.hits().isEmpty()) {
      nothing(html, text);
      return;
    }
    boolean isMixed = sought != Sought.COMPONENT;
    html.raw("<table><thead><tr><th scope=\"col\">Title</th>");
    if (isMixed) {
      html.raw("<th scope=\"col\">Kind</th><th scope=\"col\">Component</th>");
    }
    html.raw("<th scope=\"col\">Created</th></tr></thead><tbody>");
    found.hits().forEach(hit -> row(html, hit, isMixed));
    html.raw("</tbody></table>");
    pager(html, found, text, sought, address);
  }

  private static void nothing(Html html, String text) {
    if (text.isBlank()) {
      html.raw("<p>There are none yet. Everything begins with a component: ");
      html.add("<a href=\"%s/new\">create one</a>.</p>", Layout.COMPONENTS);
    } else {
      html.raw("<p>Nothing has a title like that.</p>");
    }
  }

  private static void row(Html html, Found.Hit hit, boolean isMixed) {
    boolean isComponent = hit.type() == Sought.COMPONENT;
    html.add(
        "<tr><th scope=\"row\"><a href=\"%s/%s\">%s</a></th>",
        isComponent ? Layout.COMPONENTS : Layout.CONFIGURATIONS, hit.id(), hit.title());
    if (isMixed) {
      html.raw("<td class=\"kind\">");
      Layout.badge(html, hit.type().word(), singular(hit.type()));
      Found.Owner owner = hit.component();
      html.raw("</td>");
      if (owner == null) {
        html.raw("<td></td>");
      } else {
        html.add(
            "<td data-heading=\"Component\"><a href=\"%s/%s\">%s</a></td>",
            Layout.COMPONENTS, owner.id(), owner.title());
      }
    }
    html.add("<td class=\"when\" data-heading=\"Created\">%s</td></tr>", Html.time(hit.created()));
  }

  private static String singular(Sought sought) {
    return switch (sought) {
      case STREAM -> "Stream";
      case BASELINE -> "Baseline";
      case COMPONENT -> "Component";
    };
  }

  private static void pager(
      Html html, Found found, String text, @Nullable Sought sought, String address) {
    String type = sought == null || address.equals(Layout.COMPONENTS) ? "" : sought.word();
    html.raw("<nav class=\"pages\" aria-label=\"Pages\">");
    if (found.page() > 1) {
      step(html, address, text, type, found.page() - 1, "prev", "Previous");
    }
    html.add(
        "<span>%s in all, page %s of %s</span>",
        Html.number(found.total()), found.page(), Html.number(found.pages()));
    if (found.page() < found.pages()) {
      step(html, address, text, type, found.page() + 1, "next", "Next");
    }
    html.raw("</nav>");
  }

  private static void step(
      Html html, String address, String text, String type, int page, String rel, String label) {
    html.add("<a class=\"button\" rel=\"%s\" href=\"%s?q=%s", rel, address, Layout.encode(text));
    html.raw(type.isEmpty() ? "" : "&amp;type=" + type);
    html.add("&amp;page=%s\">%s</a>", page, label);
  }
}
