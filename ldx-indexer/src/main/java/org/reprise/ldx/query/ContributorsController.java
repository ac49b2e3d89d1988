package org.reprise.ldx.query;

import io.swagger.v3.oas.annotations.Operation;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.ownership.LinkType;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.rdf.RdfFormat;
import org.reprise.ldx.rdf.RdfWriter;
import org.reprise.ldx.rdf.Vocabulary;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSources;
import org.reprise.ldx.web.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
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
class ContributorsController {
  private final DataSources sources;
  private final LinkTypes types;

  ContributorsController(DataSources sources, LinkTypes types) {
    this.sources = sources;
    this.types = types;
  }

  @Operation(summary = "The servers whose links are indexed")
  @GetMapping("/get-contributors")
  ResponseEntity<byte[]> contributors(
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept) {
    RdfFormat format = RdfFormat.accepted(accept);
    if (format == null) {
      throw new Refusal(
          HttpStatus.NOT_ACCEPTABLE,
          null,
          "There are text/turtle, application/rdf+xml and application/ld+json");
    }
    String catalog = ServletUriComponentsBuilder.fromCurrentRequestUri().build().toUriString();
    RdfWriter document = new RdfWriter();
    document.link(catalog, Vocabulary.TYPE, Vocabulary.OSLC + "ServiceProviderCatalog");
    document.text(catalog, Vocabulary.TITLE, "Servers whose links are indexed");
    for (DataSource source : sources.all()) {
      String trs = source.definition().trs().toString();
      document.link(catalog, Vocabulary.TRS + "trackedResourceSet", trs);
      document.text(trs, Vocabulary.TITLE, source.definition().name());
      if (source.definition().catalog() != null) {
        document.link(
            catalog,
            Vocabulary.OSLC + "serviceProviderCatalog",
            source.definition().catalog().toString());
      }
    }
    for (LinkType type : types.all()) {
      document.link(catalog, Vocabulary.LDM + "linkPredicates", type.predicate());
    }
    return ResponseEntity.ok()
        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
        .contentType(MediaType.parseMediaType(format.mediaType() + ";charset=UTF-8"))
        .body(document.bytes(format));
  }
}
