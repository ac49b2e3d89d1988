package org.reprise.ldx.admin;

import io.swagger.v3.oas.annotations.Operation;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.web.KnownParametersOnly;
import org.reprise.ldx.admin.SourceView.PollView;
import org.reprise.ldx.index.IndexSize;
import org.reprise.ldx.source.DataSources.Action;
import org.reprise.ldx.source.DataSources.Start;
import org.reprise.ldx.source.SkippedResources.Skipped;
import org.reprise.ldx.source.Validations.Validation;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Data sources as JSON. Whatever changes something takes a JSON body, which no page of another site
 * can make a browser send with its user's credentials.
 */
@KnownParametersOnly
@RestController
@RequestMapping("/ldx")
class SourceController {
  private static final int MAX_ROWS = 1_000;

  private final Sources sources;

  SourceController(Sources sources) {
    this.sources = sources;
  }

  @Operation(summary = "All data sources")
  @GetMapping("/data-sources")
  List<SourceView> all() {
    return sources.all();
  }

  @Operation(summary = "Adds a data source, which is indexed at once")
  @PostMapping(path = "/data-sources", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<SourceView> add(@RequestBody Sources.Change given) {
    SourceView added = sources.add(given);
    return ResponseEntity.created(URI.create("/ldx/data-sources/" + added.id())).body(added);
  }

  @Operation(summary = "A data source")
  @GetMapping("/data-sources/{id}")
  SourceView find(@PathVariable int id) {
    return sources.find(id);
  }

  @Operation(summary = "Changes the members that are given")
  @PatchMapping(path = "/data-sources/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
  SourceView change(@PathVariable int id, @RequestBody Sources.Change given) {
    return sources.change(id, given);
  }

  @Operation(summary = "Removes a data source with its links")
  @DeleteMapping("/data-sources/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable int id) {
    sources.remove(id);
  }

  /** A request for POLL, REINDEX, VALIDATE, PAUSE or RESUME. */
  record ActionRequest(@Nullable String action) {}

  record Accepted(Start begins) {}

  @Operation(summary = "Polls, reindexes, validates, pauses or resumes a data source")
  @PostMapping(path = "/data-sources/{id}/actions", consumes = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.ACCEPTED)
  Accepted act(@PathVariable int id, @RequestBody ActionRequest request) {
    return new Accepted(sources.request(id, action(request.action())));
  }

  static Action action(@Nullable String name) {
    return Stream.of(Action.values())
        .filter(action -> action.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () -> Refusal.invalid("action must be one of %s".formatted(List.of(Action.values()))));
  }

  @Operation(summary = "The change log: a row for each polling interval, newest first")
  @GetMapping("/data-sources/{id}/history")
  List<PollView> history(
      @PathVariable int id,
      @RequestParam(required = false) @Nullable Long before,
      @RequestParam(defaultValue = "100") int limit) {
    return sources.history(id, before, bounded(limit)).stream().map(PollView::of).toList();
  }

  @Operation(summary = "Resources that could not be indexed, in the order of their URIs")
  @GetMapping("/data-sources/{id}/skipped")
  List<Skipped> skipped(
      @PathVariable int id,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "100") int limit) {
    return sources.skipped(id, after, bounded(limit));
  }

  @Operation(summary = "What the last comparison of the feed with the index found")
  @GetMapping("/data-sources/{id}/validation")
  Validation validation(@PathVariable int id) {
    Validation last = sources.validation(id);
    if (last == null) {
      throw Refusal.notFound("The data source %d has not been compared yet".formatted(id));
    }
    return last;
  }

  /** The size of the index beside the limit of the report's rule. */
  record SizeView(IndexSize size, long allowed, boolean tooLarge) {}

  @Operation(summary = "The size of the index, against memory - heap - 2 GB")
  @GetMapping("/index-size")
  SizeView size() {
    IndexSize size = sources.size();
    return new SizeView(size, size.allowed(), size.isTooLarge());
  }

  private static int bounded(int limit) {
    if (limit < 1 || limit > MAX_ROWS) {
      throw Refusal.invalid("limit must be from 1 to %,d".formatted(MAX_ROWS));
    }
    return limit;
  }
}
