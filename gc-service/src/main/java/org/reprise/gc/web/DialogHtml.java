package org.reprise.gc.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.search.Found;
import org.reprise.gc.search.Search;
import org.reprise.gc.search.Sought;
import org.springframework.security.web.csrf.CsrfToken;

/** What dialogs look like: pages without a header, for a small frame. */
final class DialogHtml {
  private final String address;
  private final Html html;

  /**
   * Begins one.
   *
   * @param address of its forms
   */
  DialogHtml(String title, String address) {
    this.address = address;
    this.html = Layout.head(title, null);
    html.raw("<body class=\"dialog\"><main id=\"main\">");
    html.add("<h1>%s</h1>", title);
    html.raw("<noscript><p class=\"failure\">This dialog tells the page around it what you choose");
    html.raw(" by a script: allow scripts of this site.</p></noscript>");
  }

  private String end() {
    html.raw("<p id=\"told\" role=\"status\"></p></main>");
    return html.raw("<script src=\"/gc/dialogs/dialog.js\"></script></body></html>").toString();
  }

  /**
   * A list to choose from.
   *
   * @param type stream or baseline; null where it is about components
   */
  String selection(Found found, String text, @Nullable Sought type, ResourceUris uris) {
    html.add("<form role=\"search\" action=\"%s\">", address);
    html.add(
        "<label>Title holds <input type=\"search\" name=\"q\" maxlength=\"%s\" value=\"%s\"></label>",
        Search.LONGEST_TEXT, text);
    if (type != null) {
      html.raw("<label>Kind <select name=\"type\">");
      option(Sought.STREAM, "Streams", type);
      option(Sought.BASELINE, "Baselines", type);
      html.raw("</select></label>");
    }
    html.raw("<button>Search</button></form><form id=\"picking\" class=\"column\">");
    html.add("<fieldset><legend>%s found</legend>", Html.number(found.total()));
    for (Found.Hit hit : found.hits()) {
      String uri =
          hit.type() == Sought.COMPONENT ? uris.component(hit.id()) : uris.configuration(hit.id());
      html.raw("<label class=\"choice\"><input type=\"radio\" name=\"picked\" required");
      html.add(" data-uri=\"%s\" data-label=\"%s\">", uri, hit.title());
      choice(hit);
    }
    html.raw("</fieldset>");
    pages(found, text, type);
    html.raw("<div class=\"actions\"><button class=\"main\">OK</button>");
    html.raw("<button type=\"button\" id=\"cancel\">Cancel</button></div></form>");
    return end();
  }

  private void option(Sought sought, String label, Sought chosen) {
    html.add("<option value=\"%s\"", sought.word()).raw(sought == chosen ? " selected>" : ">");
    html.add("%s</option>", label);
  }

  private void choice(Found.Hit hit) {
    Found.Owner owner = hit.component();
    html.add("<span>%s", hit.title());
    if (owner != null) {
      html.add("<small>%s</small>", owner.title());
    }
    html.raw("</span></label>");
  }

  private void pages(Found found, String text, @Nullable Sought type) {
    String start =
        "%s?q=%s%s&page="
            .formatted(address, Layout.encode(text), type == null ? "" : "&type=" + type.word());
    html.raw("<p class=\"pages\">");
    if (found.page() > 1) {
      html.add(
          "<a class=\"button plain\" data-stays href=\"%s%s\">Previous</a>",
          start, found.page() - 1);
    }
    if (found.page() < found.pages()) {
      html.add(
          "<a class=\"button plain\" data-stays href=\"%s%s\">Next</a>", start, found.page() + 1);
    }
    html.raw("</p>");
  }

  String component(Typed typed, @Nullable String failure, CsrfToken token) {
    Layout.failure(html, failure);
    Layout.form(html, address, "column", token);
    typed.fields(html, false);
    buttons();
    return end();
  }

  /** The form for a stream: from which baseline it begins. */
  String stream(
      List<Found.Hit> baselines,
      String text,
      String title,
      @Nullable String failure,
      CsrfToken token) {
    Layout.failure(html, failure);
    html.add("<form role=\"search\" action=\"%s\">", address);
    // The script puts in what was typed in the other form.
    Layout.hidden(html, "title", title);
    html.add(
        "<label>Baselines whose title holds <input type=\"search\" name=\"q\" maxlength=\"%s\""
            + " value=\"%s\"></label><button>Search</button></form>",
        Search.LONGEST_TEXT, text);
    Layout.form(html, address, "column", token);
    Layout.hidden(html, "q", text);
    html.raw("<fieldset><legend>Begins from</legend>");
    for (Found.Hit hit : baselines) {
      html.raw("<label class=\"choice\"><input type=\"radio\" name=\"baseline\" required");
      html.add(" value=\"%s\">", hit.id());
      choice(hit);
    }
    html.raw("</fieldset>");
    Layout.field(html, "Title", "title", title, "required maxlength=\"1000\"");
    buttons();
    return end();
  }

  private void buttons() {
    html.raw("<div class=\"actions\"><button class=\"main\">Create</button>");
    html.raw("<button type=\"button\" id=\"cancel\">Cancel</button></div></form>");
  }

  /** That something was made: the script tells it at once. */
  String made(String title, String uri) {
    html.add(
        "<p data-made data-uri=\"%s\" data-label=\"%s\">%s was created.</p>", uri, title, title);
    return end();
  }
}
