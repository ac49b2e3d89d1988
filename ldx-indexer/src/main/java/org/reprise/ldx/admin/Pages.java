package org.reprise.ldx.admin;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.admin.SourceView.PollView;
import org.reprise.ldx.index.IndexSize;

/** The frame of all pages, and the list of data sources. */
final class Pages {
  static final String LIST = "/ldx/web/admin/data-sources";

  private Pages() {}

  /** Begins a page. */
  static Html begin(String title, @Nullable Integer refreshSeconds) {
    Html page = new Html();
    page.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    if (refreshSeconds != null) {
      page.add("<meta http-equiv=\"refresh\" content=\"%s\">", refreshSeconds);
    }
    page.add("<title>%s – link index</title>", title);
    page.raw("<link rel=\"stylesheet\" href=\"/ldx/web/ldx.css\"></head><body>");
    page.raw("<a class=\"skip\" href=\"#main\">To the content</a>");
    page.add("<header><a href=\"%s\">Link index</a></header>", LIST);
    page.add("<main id=\"main\"><h1>%s</h1>", title);
    return page;
  }

  static String end(Html page) {
    return page.raw("</main></body></html>").toString();
  }

  /** Begins a form that is sent to an address. */
  static Html form(Html page, String action) {
    return page.add("<form method=\"post\" action=\"%s\">", action);
  }

  static String list(List<SourceView> sources, IndexSize size, @Nullable String notice) {
    Html page = begin("Data sources", null);
    notice(page, notice);
    size(page, size);
    page.raw("<h2>Feeds</h2>");
    if (sources.isEmpty()) {
      page.raw("<p>There are none yet.</p>");
    } else {
      table(page, sources);
    }
    add(page);
    return end(page);
  }

  static void notice(Html page, @Nullable String notice) {
    if (notice != null && !notice.isBlank()) {
      page.add("<p class=\"notice\" role=\"status\">%s</p>", notice);
    }
  }

  private static void size(Html page, IndexSize size) {
    page.raw("<h2>Size of the index</h2>");
    page.add(
        "<p>%s on disk for about %s links of %s artifacts. It should fit into memory - heap - 2 GB"
            + " = %s.</p>",
        Html.bytes(size.bytes()),
        Html.number(size.links()),
        Html.number(size.artifacts()),
        Html.bytes(size.allowed()));
    if (size.isTooLarge()) {
      page.raw(
          "<p class=\"failure\" role=\"alert\">Warning: the index is larger than that. Queries will"
              + " wait for the disk: give the machine more memory.</p>");
    }
  }

  private static void table(Html page, List<SourceView> sources) {
    page.raw("<div class=\"wide\"><table><thead><tr><th scope=\"col\">Name</th>");
    for (String head :
        List.of("Status", "Retrieved", "Duration", "Rate", "Skipped", "Every", "Next poll")) {
      page.add("<th scope=\"col\">%s</th>", head);
    }
    page.raw("</tr></thead><tbody>");
    for (SourceView source : sources) {
      page.add("<tr><th scope=\"row\"><a href=\"%s/%s\">", LIST, source.id());
      page.add("%s</a></th>", source.name());
      cell(page, "Status", source.status(), source.failure() == null ? "" : "failure");
      PollView last = source.lastPoll();
      cell(page, "Retrieved", last == null ? "" : Html.number(last.poll().retrieved()), "number");
      cell(page, "Duration", last == null ? "" : seconds(last), "number");
      cell(page, "Rate", last == null ? "" : rate(last), "number");
      cell(page, "Skipped", Html.number(source.skipped()), "number");
      cell(page, "Every", every(source.pollSeconds()), "number");
      cell(page, "Next poll", source.paused() ? "" : Html.time(source.nextPoll()), "");
      page.raw("</tr>");
    }
    page.raw("</tbody></table></div>");
  }

  /** A cell whose heading is shown beside it where the page is narrow. */
  static void cell(Html page, String heading, String text, String kind) {
    page.add("<td data-heading=\"%s\" class=\"%s\">%s</td>", heading, kind, text);
  }

  static String seconds(PollView poll) {
    return String.format(Locale.ROOT, "%,.2f s", poll.seconds());
  }

  static String rate(PollView poll) {
    return poll.poll().retrieved() == 0 ? "" : Html.decimal(poll.rate()) + "/s";
  }

  static String every(long seconds) {
    Duration every = Duration.ofSeconds(seconds);
    return every.toMinutesPart() == 0 && every.toHours() == 0
        ? seconds + " s"
        : every.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static void add(Html page) {
    page.raw("<h2>Add a data source</h2>");
    form(page, LIST);
    page.raw("<label>Name <input name=\"name\" required maxlength=\"100\"></label>");
    page.raw(
        "<label>Tracked resource set <input name=\"trs\" type=\"url\" required"
            + " maxlength=\"600\"></label>");
    page.raw(
        "<label>Service provider catalog (optional) <input name=\"catalog\" type=\"url\""
            + " maxlength=\"600\"></label>");
    page.raw("<button>Add and index</button></form>");
  }
}
