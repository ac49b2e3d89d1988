package org.reprise.gc.oslc;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.query.Prefixes;
import org.reprise.oslc.query.QueryReader;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.PostedQuery;
import org.reprise.oslc.web.QueryParameters;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** The query capabilities (OSLC Query 3.0), in pages (OSLC Core 3.0). */
@RestController
class QueryController {
  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 200;
  private static final Node MEMBER = Vocabulary.RDFS.term("member");
  private static final List<String> POSTED = List.of(PostedQuery.FORM);
  private static final Set<String> NESTABLE = Set.of(Queried.contribution());

  private final QueryRows rows;
  private final QueryDocuments documents;
  private final ResourceUris uris;

  QueryController(QueryRows rows, ResourceUris uris) {
    this.rows = rows;
    this.uris = uris;
    this.documents = new QueryDocuments(uris);
  }

  @GetMapping("/gc/oslc-query/components")
  ResponseEntity<byte[]> components(HttpServletRequest request) {
    return query(Queried.COMPONENTS, request);
  }

  @GetMapping("/gc/oslc-query/configurations")
  ResponseEntity<byte[]> configurations(HttpServletRequest request) {
    return query(Queried.CONFIGURATIONS, request);
  }

  @RequestMapping(
      path = {"/gc/oslc-query/components", "/gc/oslc-query/configurations"},
      method = RequestMethod.OPTIONS)
  ResponseEntity<Void> options() {
    return LdpContainer.DIRECT.options(POSTED);
  }

  /** The same for what is too long for a URI. */
  @PostMapping(path = "/gc/oslc-query/components", consumes = PostedQuery.FORM)
  ResponseEntity<byte[]> postedOfComponents(HttpServletRequest request) throws IOException {
    return components(PostedQuery.of(request));
  }

  /** The same for what is too long for a URI. */
  @PostMapping(path = "/gc/oslc-query/configurations", consumes = PostedQuery.FORM)
  ResponseEntity<byte[]> postedOfConfigurations(HttpServletRequest request) throws IOException {
    return configurations(PostedQuery.of(request));
  }

  private ResponseEntity<byte[]> query(Queried queried, HttpServletRequest request) {
    QueryParameters parameters = QueryParameters.of(request);
    QueryReader reader = new QueryReader(Prefixes.of(parameters.text("oslc.prefix")), NESTABLE);
    Told told = new Told(reader.select(parameters.text("oslc.select")));
    long start = parameters.number("start", 0, 0);
    long size = parameters.number("oslc.pageSize", USUAL_PAGE, 1);
    QueryRows.Page page =
        rows.find(
            queried,
            reader.where(parameters.text("oslc.where")),
            reader.orderBy(parameters.text("oslc.orderBy")),
            new QueryRows.Wanted(
                start,
                (int) Math.min(size, LARGEST_PAGE),
                told.has(QueryDocuments.DESCRIPTION),
                told.has(QueryDocuments.CONTRIBUTION)));
    if (start > 0 && start >= page.total()) {
      throw Refusal.notFound(
          "There is no result %d: there are %d, the first is 0.".formatted(start, page.total()));
    }
    return RdfAnswer.of(
        request,
        result(queried, page, told, request, start + page.rows().size()),
        LdpContainer.DIRECT.headers(POSTED));
  }

  private Statements result(
      Queried queried, QueryRows.Page page, Told told, HttpServletRequest request, long next) {
    String base = uris.base() + "/gc/oslc-query/" + queried.path();
    Node container = Statements.uri(base);
    Statements statements = new Statements();
    LdpContainer.describeDirect(statements, container, MEMBER);
    page.rows().forEach(row -> statements.link(container, MEMBER, documents.uri(row)));
    Node info =
        Statements.uri(
            request.getQueryString() == null ? base : base + "?" + request.getQueryString());
    statements
        .type(info, Vocabulary.OSLC.term("ResponseInfo"))
        .number(info, Vocabulary.OSLC.term("totalCount"), page.total());
    if (next < page.total()) {
      statements.link(
          info,
          Vocabulary.OSLC.term("nextPage"),
          base + "?" + QueryParameters.of(request).ofPage(next));
    }
    page.rows().forEach(row -> documents.add(row, told, statements));
    if (queried == Queried.CONFIGURATIONS && told.has(QueryDocuments.CONTRIBUTION)) {
      rows.contributions(page.rows())
          .forEach(contribution -> documents.add(contribution, statements));
    }
    return statements;
  }
}
