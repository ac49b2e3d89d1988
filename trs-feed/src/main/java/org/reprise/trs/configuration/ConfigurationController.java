package org.reprise.trs.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.IdempotencyKey;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.RdfAnswer;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Components, streams and baselines (OSLC Configuration Management 1.1). */
@RestController
class ConfigurationController {
  private static final int MAX_TITLE = 1_000;

  private final Applications applications;
  private final Configurations configurations;
  private final ConfigurationDocuments documents;

  ConfigurationController(Applications applications, Configurations configurations) {
    this.applications = applications;
    this.configurations = configurations;
    this.documents = new ConfigurationDocuments(applications);
  }

  @GetMapping("/{path}/component/{number}")
  ResponseEntity<byte[]> component(
      @PathVariable String path, @PathVariable int number, HttpServletRequest request) {
    Application application = applications.versioned(path);
    return RdfAnswer.of(
        request, documents.component(application, configurations.project(application, number)));
  }

  @GetMapping("/{path}/component/{number}/configurations")
  ResponseEntity<byte[]> configurations(
      @PathVariable String path,
      @PathVariable int number,
      @RequestParam(defaultValue = "0") long after,
      HttpServletRequest request) {
    Application application = applications.versioned(path);
    configurations.project(application, number);
    return LdpContainer.page(
        request,
        applications.component(application, number) + "/configurations",
        after,
        (id, max) -> configurations.ofProject(application, number, id, max),
        member -> applications.configuration(application, member),
        List.of());
  }

  @GetMapping("/{path}/configuration/{id}")
  ResponseEntity<byte[]> configuration(
      @PathVariable String path, @PathVariable long id, HttpServletRequest request) {
    Application application = applications.versioned(path);
    return RdfAnswer.of(
        request,
        documents.configuration(application, configurations.configuration(application, id)));
  }

  @GetMapping("/{path}/configuration/{id}/{container:baselines|streams}")
  ResponseEntity<byte[]> container(
      @PathVariable String path,
      @PathVariable long id,
      @PathVariable String container,
      @RequestParam(defaultValue = "0") long after,
      HttpServletRequest request) {
    Application application = applications.versioned(path);
    configurations.configuration(application, id);
    return LdpContainer.page(
        request,
        applications.configuration(application, id) + "/" + container,
        after,
        (last, max) ->
            container.equals("baselines")
                ? configurations.baselines(application, id, last, max)
                : configurations.streams(application, id, last, max),
        member -> applications.configuration(application, member),
        LdpContainer.DOCUMENTS);
  }

  @PostMapping(path = "/{path}/configuration/{id}/baselines", consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createBaseline(
      @PathVariable String path,
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    Application application = applications.versioned(path);
    LocalConfiguration stream = configurations.configuration(application, id);
    return created(
        application,
        configurations.createBaseline(
            application, stream, title(body, request), IdempotencyKey.of(request)),
        request);
  }

  @RequestMapping(
      path = "/{path}/configuration/{id}/{container:baselines|streams}",
      method = RequestMethod.OPTIONS)
  ResponseEntity<Void> options(@PathVariable String path, @PathVariable long id) {
    configurations.configuration(applications.versioned(path), id);
    return LdpContainer.BASIC.options(LdpContainer.DOCUMENTS);
  }

  @PostMapping(path = "/{path}/configuration/{id}/streams", consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> createStream(
      @PathVariable String path,
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    Application application = applications.versioned(path);
    LocalConfiguration baseline = configurations.configuration(application, id);
    return created(
        application,
        configurations.createStream(application, baseline, title(body, request)),
        request);
  }

  @GetMapping("/{path}/configuration/{id}/selections")
  ResponseEntity<byte[]> selections(
      @PathVariable String path,
      @PathVariable long id,
      @RequestParam(defaultValue = "0") long after,
      HttpServletRequest request) {
    Application application = applications.versioned(path);
    LocalConfiguration configuration = configurations.configuration(application, id);
    String uri = applications.configuration(application, id) + "/selections";
    Node selections = Statements.uri(uri);
    Statements statements =
        new Statements().type(selections, Vocabulary.OSLC_CONFIG.term("Selections"));
    Map<Long, Long> versions = new HashMap<>();
    LdpContainer.addPage(
            statements,
            uri,
            after,
            (last, max) -> {
              Map<Long, Long> next =
                  configurations.selections(application, configuration, last, max);
              versions.putAll(next);
              return List.copyOf(next.keySet());
            })
        .forEach(artifact ->
            statements.link(
                selections,
                Vocabulary.OSLC_CONFIG.term("selects"),
                applications.base(application) + "/version/" + versions.get(artifact)));
    return RdfAnswer.of(request, statements);
  }

  private ResponseEntity<byte[]> created(
      Application application, LocalConfiguration configuration, HttpServletRequest request) {
    return RdfAnswer.created(
        request,
        applications.configuration(application, configuration.id()),
        null,
        documents.configuration(application, configuration));
  }

  // The body and its title are optional. Anything else is rejected, since it would not be stored.
  private static @Nullable String title(byte @Nullable [] body, HttpServletRequest request) {
    if (body == null || body.length == 0) {
      return null;
    }
    List<Triple> triples =
        RdfReader.read(
            body, request.getHeader(HttpHeaders.CONTENT_TYPE), request.getRequestURL().toString());
    List<String> titles = new ArrayList<>();
    for (Triple triple : triples) {
      if (triple.getPredicate().equals(Vocabulary.TITLE) && triple.getObject().isLiteral()) {
        titles.add(Texts.of(triple.getObject()));
      } else if (!triple.getPredicate().equals(Vocabulary.TYPE)) {
        throw Refusal.invalid(
            "A new configuration has a dcterms:title; <%s> is not stored."
                .formatted(triple.getPredicate().getURI()));
      }
    }
    if (titles.size() > 1) {
      throw Refusal.invalid("A configuration has one dcterms:title.");
    }
    if (titles.isEmpty()) {
      return null;
    }
    String title = titles.getFirst();
    if (title.isBlank() || title.length() > MAX_TITLE || !Texts.isStorable(title)) {
      throw Refusal.invalid(
          "The dcterms:title has from 1 to %,d characters, none of them a control character."
              .formatted(MAX_TITLE));
    }
    return title;
  }
}
