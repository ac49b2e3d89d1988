package org.reprise.gc.oslc;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Discovery: root services, catalog, provider, shapes. */
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
    return RdfAnswer.rootServices(
        request, documents.rootServices(base + "/.well-known/oslc/rootservices.xml"));
  }

  @GetMapping("/gc/rootservices")
  ResponseEntity<byte[]> rootServices(HttpServletRequest request) {
    return RdfAnswer.rootServices(request, documents.rootServices(base + "/gc/rootservices"));
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
