package org.reprise.gc.oslc;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.web.ListHeader;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** By what clients find services: root services, catalog, provider, shapes. */
@RestController
class DiscoveryController {
  private final String base;
  private final DiscoveryDocuments documents;

  DiscoveryController(ResourceUris uris) {
    this.base = uris.base();
    this.documents = new DiscoveryDocuments(base + "/gc");
  }

  @GetMapping("/.well-known/oslc/rootservices.xml")
  ResponseEntity<byte[]> wellKnown(HttpServletRequest request) {
    return rootServices(
        request, documents.rootServices(base + "/.well-known/oslc/rootservices.xml"));
  }

  @GetMapping("/gc/rootservices")
  ResponseEntity<byte[]> rootServices(HttpServletRequest request) {
    return rootServices(request, documents.rootServices(base + "/gc/rootservices"));
  }

  // Jazz's clients expect RDF/XML where they ask for nothing.
  private static ResponseEntity<byte[]> rootServices(
      HttpServletRequest request, Statements statements) {
    String accept = ListHeader.of(request, HttpHeaders.ACCEPT);
    RdfFormat format =
        accept == null || accept.equals("*/*") ? RdfFormat.RDF_XML : RdfAnswer.format(request);
    byte[] body = RdfWriter.write(statements, format);
    return RdfAnswer.bytes(request, format, RdfWriter.etag(body, format), body, new HttpHeaders());
  }

  @GetMapping("/gc/sp-catalog")
  ResponseEntity<byte[]> catalog(HttpServletRequest request) {
    return RdfAnswer.of(request, documents.catalog());
  }

  @GetMapping("/gc/service-provider")
  ResponseEntity<byte[]> provider(HttpServletRequest request) {
    return RdfAnswer.of(request, documents.provider());
  }

  @GetMapping("/gc/shapes/{name}")
  ResponseEntity<byte[]> shape(@PathVariable String name, HttpServletRequest request) {
    return RdfAnswer.of(request, ShapeDocuments.of(name, base + "/gc/shapes/"));
  }
}
