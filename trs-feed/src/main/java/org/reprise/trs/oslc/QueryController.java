package org.reprise.trs.oslc;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.query.Prefixes;
import org.reprise.oslc.query.QueryReader;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.PostedQuery;
import org.reprise.oslc.web.QueryParameters;
import org.reprise.oslc.web.RdfAnswer;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.application.ResourceUris;
import org.reprise.trs.artifact.Artifact;
import org.reprise.trs.artifact.ArtifactDocuments;
import org.reprise.trs.artifact.ArtifactRows;
import org.reprise.trs.configuration.ConfigurationContext;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.configuration.LocalConfiguration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** The query capability of each project area (OSLC Query 3.0), in pages (OSLC Core 3.0). */
@RestController
class QueryController {
  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 1_000;
  private static final Node MEMBER = Vocabulary.RDFS.term("member");
  // Documents for the creation factory, and queries.
  private static final List<String> POSTED =
      Stream.concat(LdpContainer.DOCUMENTS.stream(), Stream.of(PostedQuery.FORM)).toList();
  private static final Set<String> UNASKED =
      Set.of(
          Vocabulary.TYPE.getURI(),
          ArtifactDocuments.IDENTIFIER.getURI(),
          Vocabulary.TITLE.getURI());

  private final Applications applications;
  private final Configurations configurations;
  private final ConfigurationContext context;
  private final ResourceUris uris;
  private final ArtifactDocuments documents;
  private final ArtifactSearch search;

  QueryController(
      Applications applications,
      Configurations configurations,
      ConfigurationContext context,
      ResourceUris uris,
      ArtifactDocuments documents,
      ArtifactRows rows) {
    this.applications = applications;
    this.configurations = configurations;
    this.context = context;
    this.uris = uris;
    this.documents = documents;
    this.search = new ArtifactSearch(rows);
  }

  @GetMapping("/{path}/oslc/projects/{project}/resources")
  ResponseEntity<byte[]> query(
      @PathVariable String path, @PathVariable int project, HttpServletRequest request) {
    Application application = applications.named(path);
    configurations.project(application, project);
    QueryParameters parameters = QueryParameters.of(request);
    QueryReader reader = new QueryReader(Prefixes.of(parameters.text("oslc.prefix")));
    Set<String> selected = reader.select(parameters.text("oslc.select"));
    long start = parameters.number("start", 0, 0);
    long size = parameters.number("oslc.pageSize", USUAL_PAGE, 1);
    ArtifactRows.Found found =
        search.find(
            application,
            project,
            configuration(request, application, project),
            reader.where(parameters.text("oslc.where")),
            reader.orderBy(parameters.text("oslc.orderBy")),
            start,
            (int) Math.min(size, LARGEST_PAGE));
    if (start > 0 && start >= found.total()) {
      throw Refusal.notFound(
          "There is no result %d: there are %d, the first is 0.".formatted(start, found.total()));
    }
    return RdfAnswer.of(
        request,
        result(application, project, found, selected, request, start + found.page().size()),
        LdpContainer.DIRECT.headers(POSTED));
  }

  @RequestMapping(
      path = "/{path}/oslc/projects/{project}/resources",
      method = RequestMethod.OPTIONS)
  ResponseEntity<Void> options(@PathVariable String path, @PathVariable int project) {
    configurations.project(applications.named(path), project);
    return LdpContainer.DIRECT.options(POSTED);
  }

  /** The same for what is too long for a URI; documents come to the creation factory. */
  @PostMapping(path = "/{path}/oslc/projects/{project}/resources", consumes = PostedQuery.FORM)
  ResponseEntity<byte[]> posted(
      @PathVariable String path, @PathVariable int project, HttpServletRequest request)
      throws IOException {
    return query(path, project, PostedQuery.of(request));
  }

  private @Nullable LocalConfiguration configuration(
      HttpServletRequest request, Application application, int project) {
    if (!application.isVersioned()) {
      return null;
    }
    return context
        .of(request, application, () -> project)
        .or(() -> configurations.firstStream(application, project))
        .orElseThrow(() -> Refusal.notFound("Project area " + project + " has no stream."));
  }

  private Statements result(
      Application application,
      int project,
      ArtifactRows.Found found,
      @Nullable Set<String> selected,
      HttpServletRequest request,
      long next) {
    Statements statements = new Statements();
    String base = uris.factory(application, project);
    Node container = Statements.uri(base);
    LdpContainer.describeDirect(statements, container, MEMBER);
    for (Artifact artifact : found.page()) {
      statements.link(container, MEMBER, uris.concept(application, artifact.id()));
    }
    Node info =
        Statements.uri(
            request.getQueryString() == null ? base : base + "?" + request.getQueryString());
    statements
        .type(info, Vocabulary.OSLC.term("ResponseInfo"))
        .number(info, Vocabulary.OSLC.term("totalCount"), found.total());
    if (next < found.total()) {
      statements.link(
          info,
          Vocabulary.OSLC.term("nextPage"),
          base + "?" + QueryParameters.of(request).ofPage(next));
    }
    Set<String> told = selected != null && selected.isEmpty() ? UNASKED : selected;
    for (Artifact artifact : found.page()) {
      addTold(artifact, told, statements);
    }
    return statements;
  }

  private void addTold(Artifact artifact, @Nullable Set<String> told, Statements statements) {
    Statements all = new Statements();
    documents.addContent(artifact, all);
    List<Triple> triples = all.triples();
    for (Triple triple : triples) {
      if (told == null || told.contains(triple.getPredicate().getURI())) {
        statements.add(triple.getSubject(), triple.getPredicate(), triple.getObject());
      }
    }
  }
}
