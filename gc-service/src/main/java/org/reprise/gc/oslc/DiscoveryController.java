package org.reprise.gc.oslc;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.rdf.Shapes;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Discovery (OSLC Core 3.0; the root services of Jazz), from documents on the class path. */
@RestController
class DiscoveryController {
  private final String base;
  private final Statements catalog;
  private final Statements provider;
  private final Shapes shapes;

  DiscoveryController(ResourceUris uris) {
    this.base = uris.base();
    this.catalog = Statements.ofResource("/oslc/catalog.ttl", base + "/gc/");
    this.provider = Statements.ofResource("/oslc/provider.ttl", base + "/gc/");
    OslcQuery.addPrefixes(provider, Statements.uri(base + "/gc/service-provider"));
    this.shapes = new Shapes("/oslc/shapes.ttl", base + "/gc/shapes/");
  }

  @GetMapping({"/.well-known/oslc/rootservices.xml", "/gc/rootservices"})
  ResponseEntity<byte[]> rootServices(HttpServletRequest request) {
    return RdfAnswer.rootServices(
        request, Statements.ofResource("/oslc/rootservices.ttl", base + request.getRequestURI()));
  }

  @GetMapping("/gc/sp-catalog")
  ResponseEntity<byte[]> catalog(HttpServletRequest request) {
    return RdfAnswer.of(request, catalog);
  }

  @GetMapping("/gc/service-provider")
  ResponseEntity<byte[]> provider(HttpServletRequest request) {
    return RdfAnswer.of(request, provider);
  }

  @GetMapping("/gc/shapes/{name}")
  ResponseEntity<byte[]> shape(@PathVariable String name, HttpServletRequest request) {
    return RdfAnswer.of(request, shapes.named(name));
  }
}
