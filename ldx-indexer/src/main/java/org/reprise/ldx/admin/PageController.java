package org.reprise.ldx.admin;

import io.swagger.v3.oas.annotations.Hidden;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.admin.SourceView.PollView;
import org.reprise.ldx.index.IndexSize;
import org.reprise.ldx.source.DataSource.Phase;
import org.reprise.ldx.source.DataSources.Start;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The pages for administrators: HTML without scripts. */
@Hidden
@Controller
@RequestMapping(path = "/ldx/web", produces = MediaType.TEXT_HTML_VALUE)
class PageController {
  private static final String LIST = "/ldx/web/admin/data-sources";
  private static final int PAGE_SIZE = 100;

  private final Sources sources;

  PageController(Sources sources) {
    this.sources = sources;
  }

  @GetMapping({"", "/", "/admin"})
  ModelAndView home() {
    return redirect(LIST);
  }

  @GetMapping("/admin/data-sources")
  ModelAndView list(@RequestParam(required = false) @Nullable String notice) {
    IndexSize size = sources.size();
    return new ModelAndView("sources")
        .addObject("place", "sources")
        .addObject("notice", message(notice))
        .addObject("sources", sources.all())
        .addObject("size", text(size))
        .addObject("isTooLarge", size.isTooLarge());
  }

  static String text(IndexSize size) {
    return String.format(
        Locale.ROOT,
        "%s of the %s that fit in memory, for about %,d links of %,d artifacts.",
        bytes(size.bytes()),
        bytes(size.allowed()),
        size.links(),
        size.artifacts());
  }

  private static String bytes(long count) {
    return count < 1e9
        ? String.format(Locale.ROOT, "%.1f MB", count / 1e6)
        : String.format(Locale.ROOT, "%,.1f GB", count / 1e9);
  }

  @PostMapping("/admin/data-sources")
  ModelAndView add(
      @RequestParam String name,
      @RequestParam String trs,
      @RequestParam(required = false) @Nullable String catalog) {
    SourceView added = sources.add(new Sources.Change(name, trs, catalog, null, null, null, null));
    return redirect(LIST + "/" + added.id() + "?notice=added");
  }

  @GetMapping("/admin/data-sources/{id}")
  ModelAndView one(
      @PathVariable int id,
      @RequestParam(defaultValue = "status") String tab,
      @RequestParam(required = false) @Nullable Long before,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(required = false) @Nullable String notice) {
    SourceView source = sources.find(id);
    ModelAndView page =
        new ModelAndView("source")
            .addObject("place", "sources")
            .addObject("source", source)
            .addObject("tabs", List.of("status", "history", "skipped", "validation"))
            .addObject("tab", tab)
            .addObject("pageSize", PAGE_SIZE)
            .addObject("notice", message(notice));
    switch (tab) {
      case "status" ->
          page.addObject("isPending", source.running() && source.phase() != Phase.CURRENT);
      case "history" -> {
        List<PollView> polls =
            sources.history(id, before, PAGE_SIZE).stream().map(PollView::of).toList();
        page.addObject("polls", polls)
            .addObject(
                "charts",
                List.of(
                    Chart.of("Retrieved", "artifacts", polls, one -> one.poll().retrieved()),
                    Chart.of("Duration", "s", polls, PollView::seconds),
                    Chart.of("Rate", "artifacts/s", polls, PollView::rate)));
      }
      case "skipped" -> page.addObject("skipped", sources.skipped(id, after, PAGE_SIZE));
      case "validation" -> page.addObject("found", sources.validation(id));
      default -> throw Refusal.notFound("There is no tab '%s'".formatted(tab));
    }
    return page;
  }

  @PostMapping("/admin/data-sources/{id}/actions")
  ModelAndView act(@PathVariable int id, @RequestParam String action) {
    Start begins = sources.request(id, SourceController.action(action));
    return redirect(
        LIST + "/" + id + "?notice=" + (begins == Start.AT_ONCE ? "requested" : "waiting"));
  }

  @PostMapping("/admin/data-sources/{id}/settings")
  ModelAndView settings(
      @PathVariable int id, @RequestParam long pollSeconds, @RequestParam int threads) {
    sources.change(id, new Sources.Change(null, null, null, null, pollSeconds, threads, null));
    return redirect(LIST + "/" + id + "?notice=saved");
  }

  @PostMapping("/admin/data-sources/{id}/removal")
  ModelAndView remove(@PathVariable int id, @RequestParam String sure) {
    if (!sure.equals("yes")) {
      throw Refusal.invalid("Confirm the removal with sure=yes");
    }
    sources.remove(id);
    return redirect(LIST + "?notice=removed");
  }

  // A browser loads the page by GET, so that a reload repeats nothing.
  private static ModelAndView redirect(String page) {
    return new ModelAndView("redirect:" + page, HttpStatus.SEE_OTHER);
  }

  private static @Nullable String message(@Nullable String notice) {
    return switch (notice) {
      case "added" -> "It was added, and is being indexed.";
      case "requested" -> "It begins within a second.";
      case "waiting" -> "It begins when the data source is resumed.";
      case "saved" -> "It was saved.";
      case "removed" -> "It was removed.";
      case null, default -> null;
    };
  }
}
