package org.reprise.gc.configuration;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.web.IfMatch;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Changes of streams and baselines (OSLC Configuration Management 1.1). */
@RestController
class ConfigurationController {
  private final Configurations configurations;
  private final FullDocuments documents;
  private final ResourceUris uris;

  ConfigurationController(
      Configurations configurations, FullDocuments documents, ResourceUris uris) {
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
    return RdfAnswer.saved(request, Long.toString(revision), format -> documents.of(id, format));
  }

  @DeleteMapping("/gc/configuration/" + ResourceUris.ID)
  ResponseEntity<Void> delete(@PathVariable long id, HttpServletRequest request) {
    IfMatch condition = IfMatch.of(request);
    configurations.delete(id, condition.expected(configurations.get(id).revision()));
    return ResponseEntity.noContent().build();
  }
}
