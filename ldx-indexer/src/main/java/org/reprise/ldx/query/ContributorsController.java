package org.reprise.ldx.query;

import io.swagger.v3.oas.annotations.Operation;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.ownership.LinkType;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.rdf.Formats;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSources;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * {@code GET /get-contributors} of OSLC Link Discovery Management 1.0: a service provider catalog
 * that leads to the contributing servers' own. It also says which feeds and which predicates are
 * indexed.
 */
@RestController
record ContributorsController(DataSources sources, LinkTypes types) {
  @Operation(summary = "The servers whose links are indexed")
  @GetMapping("/get-contributors")
  ResponseEntity<byte[]> contributors(
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept) {
    RdfFormat format = Formats.requireAccepted(accept);
    Node catalog =
        Statements.uri(ServletUriComponentsBuilder.fromCurrentRequestUri().build().toUriString());
    Statements document =
        new Statements()
            .type(catalog, Vocabulary.OSLC.term("ServiceProviderCatalog"))
            .text(catalog, Vocabulary.TITLE, "Servers whose links are indexed");
    for (DataSource source : sources.all()) {
      String trs = source.definition().trs().toString();
      document.link(catalog, Vocabulary.TRS.term("trackedResourceSet"), trs);
      document.text(Statements.uri(trs), Vocabulary.TITLE, source.definition().name());
      if (source.definition().catalog() != null) {
        document.link(
            catalog,
            Vocabulary.OSLC.term("serviceProviderCatalog"),
            source.definition().catalog().toString());
      }
    }
    for (LinkType type : types.all()) {
      document.link(catalog, Vocabulary.OSLC_LDM.term("linkPredicates"), type.predicate());
    }
    return ResponseEntity.ok()
        .contentType(format.contentType())
        .body(RdfWriter.write(document, format));
  }
}
