package org.reprise.gc.configuration;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.web.IfMatch;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Changes of streams and baselines (OSLC Configuration Management 1.1). */
@RestController
class ConfigurationController {
  private final Configurations configurations;
  private final ConfigurationDocuments documents;
  private final ResourceUris uris;

  ConfigurationController(
      Configurations configurations, ConfigurationDocuments documents, ResourceUris uris) {
    this.configurations = configurations;
    this.documents = documents;
    this.uris = uris;
  }

  @PutMapping(path = "/gc/configuration/" + ResourceUris.ID, consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> save(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    IfMatch condition = IfMatch.of(request);
    GlobalConfiguration configuration = configurations.get(id);
    Long expected = condition.expected(configuration.revision());
    String uri = uris.configuration(id);
    ConfigurationReader reader = new ConfigurationReader(Bodies.required(body, request, uri), uri);
    Edit edit = reader.edit(configuration.kind(), uris.component(configuration.component()));
    long revision = configurations.replace(id, expected, edit, reader.contributions());
    return RdfAnswer.saved(request, Long.toString(revision));
  }

  @DeleteMapping("/gc/configuration/" + ResourceUris.ID)
  ResponseEntity<Void> delete(@PathVariable long id, HttpServletRequest request) {
    IfMatch condition = IfMatch.of(request);
    configurations.delete(id, condition.expected(configurations.get(id).revision()));
    return ResponseEntity.noContent().build();
  }

  @PostMapping(
      path = "/gc/configuration/" + ResourceUris.ID + "/streams",
      consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createStream(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    ConfigurationReader reader = reader(body, request);
    return created(
        configurations.createStream(
            id, reader.accepts(), asked(id, reader), Bodies.account(request)),
        request);
  }

  @PostMapping(
      path = "/gc/configuration/" + ResourceUris.ID + "/staging",
      consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createStaging(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    return created(
        configurations.createStaging(id, asked(id, reader(body, request)), Bodies.account(request)),
        request);
  }

  private NewConfiguration asked(long origin, ConfigurationReader reader) {
    return reader.created(
        GlobalConfiguration.Kind.STREAM, uris.component(configurations.get(origin).component()));
  }

  private static ConfigurationReader reader(byte @Nullable [] body, HttpServletRequest request) {
    String base = request.getRequestURL().toString();
    return ConfigurationReader.ofNew(Bodies.optional(body, request, base), base);
  }

  // What a configuration resolves to is told when it is read.
  private ResponseEntity<byte[]> created(
      GlobalConfiguration configuration, HttpServletRequest request) {
    Statements statements =
        documents.configuration(configuration, configurations.contributions(configuration.id()));
    return RdfAnswer.created(
        request,
        uris.configuration(configuration.id()),
        Long.toString(configuration.revision()),
        statements);
  }
}
