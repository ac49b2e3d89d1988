package org.reprise.gc.web;

import org.reprise.gc.commit.Activity;
import org.reprise.gc.commit.Commits;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** How far the creation of a baseline is; the page looks again by itself. */
@RestController
@RequestMapping(path = Layout.ACTIVITIES, produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
class ActivityPages {
  private static final int REFRESH_SECONDS = 2;

  private final Commits commits;
  private final Configurations configurations;

  ActivityPages(Commits commits, Configurations configurations) {
    this.commits = commits;
    this.configurations = configurations;
  }

  @GetMapping("/" + ResourceUris.ID)
  ResponseEntity<String> one(@PathVariable long id) {
    Activity activity = commits.get(id);
    Long baseline = activity.baseline();
    if (baseline != null) {
      return Answers.to(
          Layout.CONFIGURATIONS + "/" + baseline, activity.isReused() ? "reused" : "baseline");
    }
    boolean isFailed = activity.state() == Activity.State.FAILED;
    Html html =
        Layout.begin(
            isFailed ? "No baseline" : "Creating a baseline",
            "",
            "",
            isFailed ? null : REFRESH_SECONDS);
    configurations
        .find(activity.stream())
        .ifPresent(stream ->
            html.add(
                "<p class=\"path\"><a href=\"%s/%s\">%s</a></p>",
                Layout.CONFIGURATIONS, stream.id(), stream.title()));
    if (isFailed) {
      html.raw("<h1>The baseline was not created</h1>");
      Layout.failure(html, activity.message());
      html.raw("<p>There is nothing of it here: correct the reason, then create it again.</p>");
    } else {
      html.raw("<h1>Creating a baseline</h1><p role=\"status\">");
      html.add(
          "%s</p><progress aria-label=\"Creating a baseline\"></progress>", activity.message());
      html.raw(
          "<p class=\"quiet\">The applications create baselines of their streams first. This page");
      html.raw(" looks again by itself; you can leave it, the work goes on.</p>");
    }
    html.raw("<dl class=\"facts\">");
    Layout.fact(html, "Begun", Html.time(activity.created()) + " by " + activity.creator());
    Layout.fact(html, "Last step", Html.time(activity.modified()));
    return ResponseEntity.ok(Layout.end(html.raw("</dl>")));
  }
}
