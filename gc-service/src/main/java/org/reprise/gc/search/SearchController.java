package org.reprise.gc.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The quick search for programs, as JSON. */
@RestController
class SearchController {
  private final Search search;
  private final ResourceUris uris;

  SearchController(Search search, ResourceUris uris) {
    this.search = search;
    this.uris = uris;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Answer(
      String query,
      @Nullable String type,
      int page,
      int pageSize,
      long pages,
      long total,
      @Nullable String nextPage,
      List<Result> results) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Result(
      String uri, String type, String title, Instant created, @Nullable Component component) {}

  record Component(String uri, String title) {}

  @GetMapping(path = "/gc/search", produces = MediaType.APPLICATION_JSON_VALUE)
  Answer search(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(defaultValue = "1") int page) {
    ResultType resultType = ResultType.of(type);
    ResultPage found = search.find(q, resultType, page);
    return new Answer(
        q.strip(),
        resultType == null ? null : resultType.word(),
        page,
        ResultPage.PAGE_SIZE,
        found.pages(),
        found.total(),
        page < found.pages() ? nextPage(q.strip(), resultType, page + 1) : null,
        found.hits().stream().map(this::result).toList());
  }

  private String nextPage(String text, @Nullable ResultType type, int page) {
    return "%s/gc/search?q=%s%s&page=%d"
        .formatted(
            uris.base(),
            URLEncoder.encode(text, StandardCharsets.UTF_8),
            type == null ? "" : "&type=" + type.word(),
            page);
  }

  private Result result(ResultPage.Hit hit) {
    ResultPage.Owner owner = hit.component();
    return new Result(
        hit.type() == ResultType.COMPONENT
            ? uris.component(hit.id())
            : uris.configuration(hit.id()),
        hit.type().word(),
        hit.title(),
        hit.created(),
        owner == null ? null : new Component(uris.component(owner.id()), owner.title()));
  }
}
