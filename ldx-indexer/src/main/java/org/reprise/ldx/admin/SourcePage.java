package org.reprise.ldx.admin;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.admin.SourceView.PollView;
import org.reprise.ldx.source.Phase;
import org.reprise.ldx.source.Skipped;
import org.reprise.ldx.source.Validation;

/** The pages of one data source: status, history, skipped resources, validation. */
final class SourcePage {
  private static final int CHARTED = 60;
  private static final int REFRESH_SECONDS = 5;
  private static final List<Tab> TABS =
      List.of(
          new Tab("status", "Status"),
          new Tab("history", "History"),
          new Tab("skipped", "Skipped"),
          new Tab("validation", "Validation"));

  private record Tab(String name, String title) {}

  private final SourceView source;
  private final String address;

  SourcePage(SourceView source) {
    this.source = source;
    this.address = Pages.LIST + "/" + source.id();
  }

  private Html begin(String tab, @Nullable String notice) {
    boolean isBusy = source.running() && source.phase() != Phase.CURRENT;
    Html page = Pages.begin(source.name(), tab.equals("status") && isBusy ? REFRESH_SECONDS : null);
    page.raw("<nav aria-label=\"Parts\"><ul>");
    for (Tab each : TABS) {
      page.add("<li><a href=\"%s?tab=%s\"", address, each.name());
      page.raw(each.name().equals(tab) ? " aria-current=\"page\">" : ">");
      page.add("%s</a></li>", each.title());
    }
    page.raw("</ul></nav>");
    Pages.notice(page, notice);
    return page;
  }

  String status(@Nullable String notice) {
    Html page = begin("status", notice);
    if (source.failure() != null) {
      page.add("<p class=\"failure\" role=\"alert\">%s", source.failure());
      page.add(" (since %s)</p>", Html.time(source.failedSince()));
    }
    page.raw("<dl>");
    fact(page, "Status", source.status());
    fact(page, "Tracked resource set", source.trs());
    fact(page, "Service provider catalog", source.catalog());
    fact(page, "Further origins", String.join(", ", source.origins()));
    fact(page, "Sync point", source.syncEvent());
    fact(page, "Its order", source.syncOrder());
    fact(page, "Next poll", source.paused() ? "none: it is paused" : Html.time(source.nextPoll()));
    fact(page, "Skipped resources", Html.number(source.skipped()));
    PollView last = source.lastPoll();
    if (last != null) {
      fact(page, "Last poll", Html.time(last.poll().began()));
      fact(page, "Retrieved", Html.number(last.poll().retrieved()));
      fact(page, "Duration", Pages.seconds(last));
      fact(page, "Rate", Pages.rate(last));
    }
    page.raw("</dl><h2>Do</h2><div class=\"actions\">");
    action(page, "POLL", "Poll now");
    action(page, source.paused() ? "RESUME" : "PAUSE", source.paused() ? "Resume" : "Pause");
    action(page, "REINDEX", "Reindex");
    action(page, "VALIDATE", "Validate");
    page.raw("</div>");
    settings(page);
    removal(page);
    return Pages.end(page);
  }

  private static void fact(Html page, String name, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      page.add("<dt>%s</dt><dd>%s</dd>", name, value);
    }
  }

  private void action(Html page, String action, String label) {
    Pages.form(page, address + "/actions");
    page.add("<input type=\"hidden\" name=\"action\" value=\"%s\">", action);
    page.add("<button>%s</button></form>", label);
  }

  private void settings(Html page) {
    page.raw("<h2>Settings</h2>");
    Pages.form(page, address + "/settings");
    page.add(
        "<label>Refresh rate, in seconds <input name=\"pollSeconds\" type=\"number\" min=\"1\""
            + " max=\"604800\" required value=\"%s\"></label>",
        source.pollSeconds());
    page.add(
        "<label>Threads <input name=\"threads\" type=\"number\" min=\"1\" max=\"64\" required"
            + " value=\"%s\"></label>",
        source.threads());
    page.raw("<button>Save</button></form>");
  }

  private void removal(Html page) {
    page.raw("<h2>Remove</h2>");
    Pages.form(page, address + "/removal");
    page.raw(
        "<label class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"yes\" required> Its"
            + " links are removed from the index, too.</label>");
    page.raw("<button class=\"danger\">Remove</button></form>");
  }

  String history(List<PollView> polls, int pageSize) {
    Html page = begin("history", null);
    if (polls.isEmpty()) {
      return Pages.end(page.raw("<p>There are no polls here.</p>"));
    }
    page.raw(chart("Retrieved", "artifacts", polls, poll -> poll.poll().retrieved()));
    page.raw(chart("Duration", "s", polls, PollView::seconds));
    page.raw(chart("Rate", "artifacts/s", polls, PollView::rate));
    page.raw("<h2>Change log</h2>");
    log(page, polls);
    if (polls.size() == pageSize) {
      page.add(
          "<p><a href=\"%s?tab=history&amp;before=%s\">Older</a></p>",
          address, polls.getLast().poll().id());
    }
    return Pages.end(page);
  }

  private static String chart(
      String title, String unit, List<PollView> polls, ToDoubleFunction<PollView> value) {
    List<Double> values = new ArrayList<>();
    polls.stream().limit(CHARTED).forEach(poll -> values.add(value.applyAsDouble(poll)));
    Collections.reverse(values);
    return Chart.bars(title, unit, values);
  }

  private static void log(Html page, List<PollView> polls) {
    page.raw("<div class=\"wide\"><table><thead><tr><th scope=\"col\">Began</th>");
    for (String head :
        List.of(
            "Kind", "Retrieved", "Deleted", "Links", "Skipped", "Duration", "Rate", "Outcome")) {
      page.add("<th scope=\"col\">%s</th>", head);
    }
    page.raw("</tr></thead><tbody>");
    for (PollView view : polls) {
      page.add("<tr><th scope=\"row\">%s</th>", Html.time(view.poll().began()));
      String runs = view.poll().runs() == 1 ? "" : " (" + view.poll().runs() + " polls)";
      String kind = view.poll().kind().name().toLowerCase(Locale.ROOT) + runs;
      Pages.cell(page, "Kind", kind, "");
      Pages.cell(page, "Retrieved", Html.number(view.poll().retrieved()), "number");
      Pages.cell(page, "Deleted", Html.number(view.poll().deleted()), "number");
      Pages.cell(page, "Links", Html.number(view.poll().links()), "number");
      Pages.cell(page, "Skipped", Html.number(view.poll().skipped()), "number");
      Pages.cell(page, "Duration", Pages.seconds(view), "number");
      Pages.cell(page, "Rate", Pages.rate(view), "number");
      String failure = view.poll().failure();
      String warning = view.poll().warning();
      String outcome = view.poll().ended() == null ? "running" : "done";
      Pages.cell(
          page,
          "Outcome",
          failure != null ? failure : warning != null ? warning : outcome,
          failure == null ? "" : "failure");
      page.raw("</tr>");
    }
    page.raw("</tbody></table></div>");
  }

  String skipped(List<Skipped> skipped, int pageSize) {
    Html page = begin("skipped", null);
    page.add("<p>%s resources could not be indexed.</p>", Html.number(source.skipped()));
    if (!skipped.isEmpty()) {
      page.raw("<div class=\"wide\"><table><thead><tr><th scope=\"col\">Resource</th>");
      page.raw("<th scope=\"col\">Reason</th><th scope=\"col\">Tries</th>");
      page.raw("<th scope=\"col\">Last</th><th scope=\"col\">Again</th></tr></thead><tbody>");
      for (Skipped one : skipped) {
        page.add("<tr><th scope=\"row\" class=\"uri\">%s</th>", one.uri());
        Pages.cell(page, "Reason", one.reason(), "");
        Pages.cell(page, "Tries", Html.number(one.tries()), "number");
        Pages.cell(page, "Last", Html.time(one.lastTry()), "");
        Pages.cell(page, "Again", one.passing() ? "by itself" : "when it changes", "");
        page.raw("</tr>");
      }
      page.raw("</tbody></table></div>");
    }
    if (skipped.size() == pageSize) {
      String after = URLEncoder.encode(skipped.getLast().uri(), StandardCharsets.UTF_8);
      page.add("<p><a href=\"%s?tab=skipped&amp;after=%s\">More</a></p>", address, after);
    }
    return Pages.end(page);
  }

  String validation(@Nullable Validation found) {
    Html page = begin("validation", null);
    if (found == null) {
      page.raw("<p>The feed has not been compared with the index yet.</p>");
    } else {
      page.add("<p>Compared %s.</p><dl>", Html.time(found.ended()));
      fact(page, "Members of the feed", Html.number(found.members()));
      fact(page, "Missing: listed, not indexed", Html.number(found.missing()));
      fact(page, "Extra: indexed, not listed", Html.number(found.extra()));
      fact(page, "Stale: indexed otherwise", Html.number(found.stale()));
      fact(page, "Not read again", Html.number(found.failed()));
      page.raw("</dl>");
      found
          .examples()
          .forEach((kind, uris) -> {
            page.add("<h2>Some that are %s</h2><ul>", kind);
            uris.forEach(uri -> page.add("<li class=\"uri\">%s</li>", uri));
            page.raw("</ul>");
          });
    }
    page.raw("<div class=\"actions\">");
    action(page, "VALIDATE", "Validate");
    return Pages.end(page.raw("</div>"));
  }
}
