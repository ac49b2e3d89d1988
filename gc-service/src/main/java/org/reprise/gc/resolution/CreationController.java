package org.reprise.gc.resolution;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Bodies;
import org.reprise.gc.configuration.ConfigurationReader;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.NewConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.RdfReader;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Creates streams and staging streams (OSLC Configuration Management 1.1, "Creating streams"). */
@RestController
class CreationController {
  private final Configurations configurations;
  private final ConfigurationDocumentCache documents;
  private final ResourceUris uris;

  CreationController(
      Configurations configurations, ConfigurationDocumentCache documents, ResourceUris uris) {
    this.configurations = configurations;
    this.documents = documents;
    this.uris = uris;
  }

  @PostMapping(
      path = "/gc/configuration/" + ResourceUris.ID + "/streams",
      consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createStream(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    ConfigurationReader reader = reader(body, request);
    GlobalConfiguration stream =
        configurations.createStream(
            id, reader.accepts(), asked(id, reader), Bodies.account(request));
    return documents.created(stream.id(), request);
  }

  @PostMapping(
      path = "/gc/configuration/" + ResourceUris.ID + "/staging",
      consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createStaging(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    GlobalConfiguration stream =
        configurations.createStaging(id, asked(id, reader(body, request)), Bodies.account(request));
    return documents.created(stream.id(), request);
  }

  private NewConfiguration asked(long origin, ConfigurationReader reader) {
    return reader.created(
        GlobalConfiguration.Kind.STREAM, uris.component(configurations.get(origin).component()));
  }

  private static ConfigurationReader reader(byte @Nullable [] body, HttpServletRequest request) {
    String base = request.getRequestURL().toString();
    return ConfigurationReader.ofNew(Bodies.optional(body, request, base), base);
  }
}
