package org.reprise.trs.oslc;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.web.ContextUri;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
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
record QueryController(
    Applications applications,
    Configurations configurations,
    ConfigurationContext context,
    ArtifactDocuments documents,
    ArtifactRows rows) {
  private static final String PATH = "/{path}/oslc/projects/{project}/resources";
  private static final int MAX_PAGE = 1_000;
  // Documents for the creation factory, and queries.
  private static final List<String> POSTED =
      Stream.concat(LdpContainer.DOCUMENTS.stream(), Stream.of(OslcQuery.FORM)).toList();
  private static final Set<String> DEFAULT_PROPERTIES =
      Set.of(
          Vocabulary.TYPE.getURI(),
          ArtifactDocuments.IDENTIFIER.getURI(),
          Vocabulary.TITLE.getURI());

  @GetMapping(PATH)
  ResponseEntity<byte[]> query(
      @PathVariable String path, @PathVariable int project, HttpServletRequest request)
      throws IOException {
    Application application = applications.named(path);
    configurations.project(application, project);
    OslcQuery query = OslcQuery.of(request, Set.of(), DEFAULT_PROPERTIES, MAX_PAGE);
    LocalConfiguration configuration =
        application.isVersioned()
            ? context.of(
                ContextUri.of(
                    query.parameters().getOrDefault(ContextUri.PARAMETER, List.of()), request),
                application,
                () -> project)
            : null;
    return OslcQuery.bounded(() -> answer(request, application, project, configuration, query));
  }

  private ResponseEntity<byte[]> answer(
      HttpServletRequest request,
      Application application,
      int project,
      @Nullable LocalConfiguration configuration,
      OslcQuery query) {
    ArtifactRows.ResultPage page = rows.find(application, project, configuration, query);
    Statements results = new Statements();
    for (Artifact artifact : page.artifacts()) {
      Statements content = new Statements();
      documents.addContent(artifact, content);
      query.selected().addTo(results, content);
    }
    return query.answer(
        request,
        applications.factory(application, project),
        POSTED,
        page.artifacts().stream().map(one -> applications.concept(application, one.id())).toList(),
        page.total(),
        results);
  }

  @RequestMapping(path = PATH, method = RequestMethod.OPTIONS)
  ResponseEntity<Void> options(@PathVariable String path, @PathVariable int project) {
    configurations.project(applications.named(path), project);
    return LdpContainer.DIRECT.options(POSTED);
  }

  /** The same for queries that are too long for a URI; documents come to the creation factory. */
  @PostMapping(path = PATH, consumes = OslcQuery.FORM)
  ResponseEntity<byte[]> posted(
      @PathVariable String path, @PathVariable int project, HttpServletRequest request)
      throws IOException {
    return query(path, project, request);
  }
}
