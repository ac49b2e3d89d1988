package org.reprise.trs.artifact;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.IfMatch;
import org.reprise.oslc.web.RdfAnswer;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.configuration.ConfigurationContext;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.configuration.LocalConfiguration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Artifacts by their own URIs (OSLC Core 3.0): a work item or a concept, which a configuration
 * resolves to one of its versions, and the versions themselves.
 */
@RestController
record ArtifactController(
    Applications applications,
    Configurations configurations,
    ConfigurationContext context,
    Artifacts artifacts,
    Saves saves,
    ArtifactDocuments documents) {

  @GetMapping("/{path}/version/{id}")
  ResponseEntity<byte[]> version(
      @PathVariable String path, @PathVariable long id, HttpServletRequest request) {
    Application application = applications.versioned(path);
    return answer(
        request,
        artifacts
            .version(application, id)
            .orElseThrow(() -> Refusal.notFound("There is no version " + id + ".")));
  }

  @GetMapping("/{path}/resource/{id}")
  ResponseEntity<byte[]> read(
      @PathVariable String path, @PathVariable long id, HttpServletRequest request) {
    Application application = applications.named(path);
    return answer(
        request,
        (application.isVersioned()
                ? artifacts.selected(application, id, configuration(request, application, id))
                : artifacts.version(application, id))
            .orElseThrow(() -> Saves.missing(id)));
  }

  @PostMapping(path = "/{path}/oslc/projects/{project}/resources", consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> create(
      @PathVariable String path,
      @PathVariable int project,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    Application application = applications.named(path);
    configurations.project(application, project);
    LocalConfiguration stream =
        application.isVersioned() ? stream(request, application, project) : null;
    Content content =
        content(body, request, application, applications.factory(application, project));
    Artifact created = saves.create(application, project, stream, content);
    return RdfAnswer.created(
        request,
        applications.concept(application, created.id()),
        created.tag(),
        documents.of(created));
  }

  @PutMapping(path = "/{path}/resource/{id}", consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> save(
      @PathVariable String path,
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    Application application = applications.named(path);
    IfMatch condition = IfMatch.ifSent(request);
    LocalConfiguration stream =
        application.isVersioned() ? configuration(request, application, id) : null;
    Content content = content(body, request, application, applications.concept(application, id));
    Artifact saved =
        stream == null
            ? saves.save(application, id, condition, content)
            : saves.saveIn(application, id, stream, condition, content);
    return RdfAnswer.saved(
        request, saved.tag(), format -> RdfWriter.write(documents.of(saved), format));
  }

  @DeleteMapping("/{path}/resource/{id}")
  ResponseEntity<Void> delete(
      @PathVariable String path, @PathVariable long id, HttpServletRequest request) {
    Application application = applications.named(path);
    IfMatch condition = IfMatch.ifSent(request);
    if (application.isVersioned()) {
      saves.deleteIn(application, id, configuration(request, application, id), condition);
    } else {
      saves.delete(application, id, condition);
    }
    return ResponseEntity.noContent().build();
  }

  private ResponseEntity<byte[]> answer(HttpServletRequest request, Artifact artifact) {
    return RdfAnswer.compact(
            request,
            applications.concept(artifact.application(), artifact.id()),
            Long.toString(artifact.id()),
            artifact.content()::title)
        .orElseGet(() ->
            RdfAnswer.of(
                request,
                artifact.tag(),
                format -> RdfWriter.write(documents.of(artifact), format)));
  }

  private LocalConfiguration configuration(
      HttpServletRequest request, Application application, long id) {
    return context.of(
        request,
        application,
        () -> artifacts.project(application, id).orElseThrow(() -> Saves.missing(id)));
  }

  private LocalConfiguration stream(
      HttpServletRequest request, Application application, int project) {
    LocalConfiguration configuration = context.of(request, application, () -> project);
    if (configuration.project() != project) {
      throw Refusal.conflict(
          "Configuration %d is of component %d, not of %d."
              .formatted(configuration.id(), configuration.project(), project));
    }
    return configuration;
  }

  private Content content(
      byte @Nullable [] body, HttpServletRequest request, Application application, String uri) {
    if (body == null || body.length == 0) {
      throw Refusal.invalid("The request has no body.");
    }
    List<Triple> document = RdfReader.read(body, request.getHeader(HttpHeaders.CONTENT_TYPE), uri);
    return ContentReader.read(document, Shape.of(application), uri);
  }
}
