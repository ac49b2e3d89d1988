package org.reprise.gc.resolution;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Bodies;
import org.reprise.gc.configuration.ConfigurationReader;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.Pages;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.IfMatch;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Streams and baselines (OSLC Configuration Management 1.1), with what they resolve to. */
@RestController
@RequestMapping("/gc/configuration/" + ResourceUris.ID)
class ConfigurationController {
  private final Configurations configurations;
  private final ConfigurationDocumentCache documents;
  private final ResourceUris uris;

  ConfigurationController(
      Configurations configurations, ConfigurationDocumentCache documents, ResourceUris uris) {
    this.configurations = configurations;
    this.documents = documents;
    this.uris = uris;
  }

  @GetMapping
  ResponseEntity<byte[]> read(@PathVariable long id, HttpServletRequest request) {
    if (Pages.isPreferred(request)) {
      return Pages.redirect(uris.page(uris.configuration(id)));
    }
    return RdfAnswer.compact(
            request,
            uris.configuration(id),
            Long.toString(id),
            () -> configurations.get(id).title())
        .orElseGet(() -> {
          RdfFormat format = RdfAnswer.format(request);
          ConfigurationDocumentCache.Document document = documents.of(id, format);
          return RdfAnswer.of(request, format, document.etag(), document::body, new HttpHeaders());
        });
  }

  @PutMapping(consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> save(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    IfMatch condition = IfMatch.of(request);
    GlobalConfiguration configuration = configurations.get(id);
    Long expected = condition.expected(configuration.revision());
    String uri = uris.configuration(id);
    ConfigurationReader reader = new ConfigurationReader(Bodies.required(body, request, uri), uri);
    Edit edit = reader.edit(configuration, uris.component(configuration.component()));
    long revision = configurations.replace(id, expected, edit, reader.contributions());
    return RdfAnswer.saved(
        request,
        Long.toString(revision),
        format -> {
          ConfigurationDocumentCache.Document document = documents.of(id, format);
          if (document.revision() != revision) {
            // A body of another revision than that of the entity tag; so there is none.
            throw Refusal.conflict("Configuration " + id + " was changed again since.");
          }
          return document.body();
        });
  }

  @DeleteMapping
  ResponseEntity<Void> delete(@PathVariable long id, HttpServletRequest request) {
    IfMatch condition = IfMatch.of(request);
    configurations.delete(id, condition.expected(configurations.get(id).revision()));
    return ResponseEntity.noContent().build();
  }

  @PostMapping(path = "/streams", consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createStream(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    ConfigurationReader reader = ConfigurationReader.ofNew(body, request);
    GlobalConfiguration stream =
        configurations.createStream(
            id, reader.accepts(), edit(id, reader), Bodies.account(request));
    return documents.created(stream.id(), request);
  }

  @PostMapping(path = "/staging", consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createStaging(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    ConfigurationReader reader = ConfigurationReader.ofNew(body, request);
    GlobalConfiguration stream =
        configurations.createStaging(id, edit(id, reader), Bodies.account(request));
    return documents.created(stream.id(), request);
  }

  private Edit edit(long origin, ConfigurationReader reader) {
    return reader.created(
        GlobalConfiguration.Kind.STREAM, uris.component(configurations.get(origin).component()));
  }
}
