package org.reprise.gc.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.QueryParameters;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
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
  Answer search(HttpServletRequest request) {
    String q = Objects.requireNonNullElse(QueryParameters.one(request, "q"), "");
    ResultType type = ResultType.of(QueryParameters.one(request, "type"));
    ResultPage page = search.find(q, type, number(QueryParameters.one(request, "page")));
    return new Answer(
        q.strip(),
        type == null ? null : type.word(),
        page.page(),
        ResultPage.PAGE_SIZE,
        page.pages(),
        page.total(),
        page.page() < page.pages() ? nextPage(q.strip(), type, page.page() + 1) : null,
        page.hits().stream().map(this::result).toList());
  }

  private static int number(@Nullable String page) {
    if (page == null || page.isEmpty()) {
      return 1;
    }
    try {
      return Integer.parseInt(page);
    } catch (NumberFormatException e) {
      throw Refusal.invalid("page: '" + page + "' is no number of a page.");
    }
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
