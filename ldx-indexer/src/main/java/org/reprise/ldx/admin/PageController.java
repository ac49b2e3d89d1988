package org.reprise.ldx.admin;

import io.swagger.v3.oas.annotations.Hidden;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.admin.SourceView.PollView;
import org.reprise.ldx.source.DataSources.Begins;
import org.reprise.ldx.source.Skipped;
import org.reprise.ldx.web.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The pages: plain HTML without scripts, so that a keyboard, a phone and a text browser do. */
@Hidden
@RestController
@RequestMapping(path = "/ldx/web", produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
class PageController {
  private static final int ROWS = 100;

  private final Sources sources;

  PageController(Sources sources) {
    this.sources = sources;
  }

  @GetMapping({"", "/", "/admin"})
  ResponseEntity<Void> home() {
    return redirect(Pages.LIST, "");
  }

  @GetMapping("/admin/data-sources")
  String list(@RequestParam(required = false) @Nullable String notice) {
    return Pages.list(sources.all(), sources.size(), told(notice));
  }

  @PostMapping("/admin/data-sources")
  ResponseEntity<Void> add(
      @RequestParam String name,
      @RequestParam String trs,
      @RequestParam(required = false) @Nullable String catalog) {
    SourceView added = sources.add(new Sources.Change(name, trs, catalog, null, null, null, null));
    return redirect(Pages.LIST + "/" + added.id(), "added");
  }

  @GetMapping("/admin/data-sources/{id}")
  String one(
      @PathVariable int id,
      @RequestParam(defaultValue = "status") String tab,
      @RequestParam(required = false) @Nullable Long before,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(required = false) @Nullable String notice) {
    SourcePage page = new SourcePage(sources.find(id));
    return switch (tab) {
      case "status" -> page.status(told(notice));
      case "history" -> {
        List<PollView> polls =
            sources.history(id, before, ROWS).stream().map(PollView::of).toList();
        yield page.history(polls, ROWS);
      }
      case "skipped" -> {
        List<Skipped> skipped = sources.skipped(id, after, ROWS);
        yield page.skipped(skipped, ROWS);
      }
      case "validation" -> page.validation(sources.validation(id));
      default -> throw Refusal.missing("There is no part '%s'".formatted(tab));
    };
  }

  @PostMapping("/admin/data-sources/{id}/actions")
  ResponseEntity<Void> act(@PathVariable int id, @RequestParam String action) {
    Begins begins = sources.ask(id, SourceController.action(action));
    return redirect(Pages.LIST + "/" + id, begins == Begins.AT_ONCE ? "asked" : "waiting");
  }

  @PostMapping("/admin/data-sources/{id}/settings")
  ResponseEntity<Void> settings(
      @PathVariable int id, @RequestParam long pollSeconds, @RequestParam int threads) {
    sources.change(id, new Sources.Change(null, null, null, null, pollSeconds, threads, null));
    return redirect(Pages.LIST + "/" + id, "saved");
  }

  @PostMapping("/admin/data-sources/{id}/removal")
  ResponseEntity<Void> remove(@PathVariable int id, @RequestParam String sure) {
    if (!sure.equals("yes")) {
      throw Refusal.invalid("Say that you are sure");
    }
    sources.remove(id);
    return redirect(Pages.LIST, "removed");
  }

  // A page is shown by GET, so that loading it again does nothing again.
  private static ResponseEntity<Void> redirect(String page, String notice) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .header(HttpHeaders.LOCATION, notice.isEmpty() ? page : page + "?notice=" + notice)
        .build();
  }

  private static @Nullable String told(@Nullable String notice) {
    return switch (notice) {
      case "added" -> "It was added, and is being indexed.";
      case "asked" -> "It was asked for, and begins within a second.";
      case "waiting" -> "It was asked for, and begins when the data source is resumed.";
      case "saved" -> "It was saved.";
      case "removed" -> "It was removed.";
      case null, default -> null;
    };
  }
}
