package org.reprise.gc.web;

import org.jspecify.annotations.Nullable;
import org.reprise.gc.search.ResultType;
import org.reprise.gc.search.Search;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The quick search, and the list of components. */
@Controller
@RequestMapping(path = Forms.HOME, produces = MediaType.TEXT_HTML_VALUE)
class SearchPages {
  private final Search search;

  SearchPages(Search search) {
    this.search = search;
  }

  @GetMapping({"", "/", "/search"})
  ModelAndView search(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(defaultValue = "1") int page) {
    ResultType resultType = ResultType.of(type);
    String heading =
        q.isBlank() ? "Streams, baselines and components" : "Search for “%s”".formatted(q.strip());
    return found("search", heading, q, resultType, page)
        .addObject("kinds", ResultType.values())
        .addObject("type", resultType)
        .addObject("query", Forms.query(q, resultType == null ? null : resultType.word()));
  }

  @GetMapping("/component")
  ModelAndView components(
      @RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "1") int page) {
    return found("components", "Components", q, ResultType.COMPONENT, page)
        .addObject("query", Forms.query(q, null));
  }

  private ModelAndView found(
      String place, String heading, String q, @Nullable ResultType type, int page) {
    return new ModelAndView("search")
        .addObject("place", place)
        .addObject("heading", heading)
        .addObject("q", q)
        .addObject("found", search.find(q, type, page));
  }
}
