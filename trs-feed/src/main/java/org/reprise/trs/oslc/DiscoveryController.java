package org.reprise.trs.oslc;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.reprise.oslc.rdf.Shapes;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.RdfAnswer;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.artifact.Shape;
import org.reprise.trs.configuration.Configurations;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Discovery: root services, catalogs, providers, shapes. */
@RestController
class DiscoveryController {
  private final Applications applications;
  private final Configurations configurations;
  private final DiscoveryDocuments documents;

  DiscoveryController(Applications applications, Configurations configurations) {
    this.applications = applications;
    this.configurations = configurations;
    this.documents = new DiscoveryDocuments(applications);
  }

  @GetMapping("/.well-known/oslc/rootservices.xml")
  ResponseEntity<byte[]> wellKnown(HttpServletRequest request) {
    List<Application> all = applications.withResources();
    if (all.isEmpty()) {
      throw Refusal.notFound("No application with resources runs here.");
    }
    String base = applications.base(all.getFirst());
    String uri = base.substring(0, base.lastIndexOf('/')) + "/.well-known/oslc/rootservices.xml";
    return RdfAnswer.rootServices(request, documents.rootServices(uri, all));
  }

  @GetMapping("/{path}/rootservices")
  ResponseEntity<byte[]> rootServices(@PathVariable String path, HttpServletRequest request) {
    Application application = applications.named(path);
    return RdfAnswer.rootServices(
        request,
        documents.rootServices(
            applications.base(application) + "/rootservices", List.of(application)));
  }

  @GetMapping("/{path}/oslc/catalog")
  ResponseEntity<byte[]> catalog(@PathVariable String path, HttpServletRequest request) {
    Application application = applications.named(path);
    return RdfAnswer.of(
        request, documents.catalog(application, configurations.projects(application)));
  }

  @GetMapping("/{path}/oslc/projects/{project}")
  ResponseEntity<byte[]> provider(
      @PathVariable String path, @PathVariable int project, HttpServletRequest request) {
    Application application = applications.named(path);
    return RdfAnswer.of(
        request, documents.provider(application, configurations.project(application, project)));
  }

  @GetMapping("/{path}/shapes/{name}")
  ResponseEntity<byte[]> shape(
      @PathVariable String path, @PathVariable String name, HttpServletRequest request) {
    Application application = applications.named(path);
    Shapes shapes =
        new Shapes(Shape.of(application).document(), applications.shape(application, ""));
    return RdfAnswer.of(request, shapes.named(name));
  }
}
