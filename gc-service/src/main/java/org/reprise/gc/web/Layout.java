package org.reprise.gc.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.search.Search;
import org.springframework.security.web.csrf.CsrfToken;

/** The frame of all pages, and the parts that several have. */
final class Layout {
  static final String HOME = "/gc/web";
  static final String COMPONENTS = HOME + "/component";
  static final String CONFIGURATIONS = HOME + "/configuration";
  static final String ACTIVITIES = HOME + "/activity";

  private Layout() {}

  static Html begin(String title) {
    return begin(title, "", "", null);
  }

  /**
   * Begins a page.
   *
   * @param place the address of the part of the site that it belongs to
   * @param text what the search field holds
   * @param refreshSeconds after what time the browser loads it again; null for never
   */
  static Html begin(String title, String place, String text, @Nullable Integer refreshSeconds) {
    Html page = head(title, refreshSeconds).raw("<body>");
    page.raw("<a class=\"skip\" href=\"#main\">To the content</a><header><div>");
    page.add("<a class=\"brand\" href=\"%s\">Global configurations</a>", HOME);
    page.raw("<nav aria-label=\"Parts of this site\">");
    navigation(page, COMPONENTS, "Components", place);
    navigation(page, COMPONENTS + "/new", "New component", place);
    page.raw("</nav>");
    page.add("<form role=\"search\" action=\"%s/search\">", HOME);
    page.raw("<label><span class=\"seen-only-by-readers\">Search titles</span>");
    page.add(
        "<input type=\"search\" name=\"q\" maxlength=\"%s\" placeholder=\"Search titles\""
            + " value=\"%s\"></label>",
        Search.LONGEST_TEXT, text);
    return page.raw("<button>Search</button></form></div></header><main id=\"main\">");
  }

  /** Everything before the body. */
  static Html head(String title, @Nullable Integer refreshSeconds) {
    Html page = new Html();
    page.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    if (refreshSeconds != null) {
      page.add("<meta http-equiv=\"refresh\" content=\"%s\">", refreshSeconds);
    }
    page.add("<title>%s – global configurations</title>", title);
    return page.raw("<link rel=\"stylesheet\" href=\"/gc/web/gc.css\"></head>");
  }

  private static void navigation(Html page, String address, String label, String place) {
    page.add("<a href=\"%s\"", address);
    page.raw(address.equals(place) ? " aria-current=\"page\">" : ">");
    page.add("%s</a>", label);
  }

  static String end(Html page) {
    return page.raw("</main></body></html>").toString();
  }

  /** Begins a form that is sent to an address; its token makes it ours. */
  static Html form(Html page, String action, String kind, CsrfToken token) {
    page.add("<form method=\"post\" action=\"%s\" class=\"%s\">", action, kind);
    return page.add(
        "<input type=\"hidden\" name=\"%s\" value=\"%s\">",
        token.getParameterName(), token.getToken());
  }

  static void hidden(Html page, String name, Object value) {
    page.add("<input type=\"hidden\" name=\"%s\" value=\"%s\">", name, value);
  }

  static void field(Html page, String label, String name, String value, String rules) {
    page.add("<label>%s <input type=\"text\" name=\"%s\" value=\"%s\" ", label, name, value);
    page.raw(rules).raw("></label>");
  }

  static void notice(Html page, @Nullable String notice) {
    if (notice != null) {
      page.add("<p class=\"notice\" role=\"status\">%s</p>", notice);
    }
  }

  static void failure(Html page, @Nullable String failure) {
    if (failure != null) {
      page.add("<p class=\"failure\" role=\"alert\">%s</p>", failure);
    }
  }

  static void badge(Html page, String kind, String text) {
    page.add(" <span class=\"badge %s\">%s</span>", kind, text);
  }

  static void fact(Html page, String name, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      page.add("<dt>%s</dt><dd>%s</dd>", name, value);
    }
  }

  static void tags(Html page, List<String> subjects) {
    fact(page, "Tags", String.join(", ", subjects));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
