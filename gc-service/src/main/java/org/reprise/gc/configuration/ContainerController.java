package org.reprise.gc.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The containers of configurations, in pages, and what configurations select themselves. */
@RestController
class ContainerController {
  private static final String OF_CONFIGURATION =
      "/gc/configuration/" + ResourceUris.ID + "/{container:baselines|streams}";

  private final Configurations configurations;
  private final ConfigurationDocuments documents;
  private final ResourceUris uris;

  ContainerController(
      Configurations configurations, ConfigurationDocuments documents, ResourceUris uris) {
    this.configurations = configurations;
    this.documents = documents;
    this.uris = uris;
  }

  @GetMapping(OF_CONFIGURATION)
  ResponseEntity<byte[]> ofConfiguration(
      @PathVariable long id,
      @PathVariable String container,
      @RequestParam(defaultValue = "0") long after,
      HttpServletRequest request) {
    Configurations.Container kind =
        Configurations.Container.valueOf(container.toUpperCase(Locale.ROOT));
    boolean isStream = configurations.get(id).isStream();
    if (isStream != (kind == Configurations.Container.BASELINES)) {
      throw Refusal.notFound(
          "Configuration %d is a %s: streams have baselines, from which streams begin."
              .formatted(id, isStream ? "stream" : "baseline"));
    }
    return page(kind, id, uris.configuration(id) + "/" + container, after, request);
  }

  @GetMapping("/gc/component/" + ResourceUris.ID + "/configurations")
  ResponseEntity<byte[]> ofComponent(
      @PathVariable long id,
      @RequestParam(defaultValue = "0") long after,
      HttpServletRequest request) {
    if (!configurations.isComponent(id)) {
      throw Refusal.notFound("There is no component " + id + ".");
    }
    return page(
        Configurations.Container.OF_COMPONENT,
        id,
        uris.component(id) + "/configurations",
        after,
        request);
  }

  @RequestMapping(method = RequestMethod.OPTIONS, path = OF_CONFIGURATION)
  ResponseEntity<Void> factoryOptions() {
    return LdpContainer.BASIC.options(LdpContainer.DOCUMENTS);
  }

  @RequestMapping(
      method = RequestMethod.OPTIONS,
      path = "/gc/component/" + ResourceUris.ID + "/configurations")
  ResponseEntity<Void> options() {
    return LdpContainer.BASIC.options(List.of());
  }

  @GetMapping("/gc/configuration/" + ResourceUris.ID + "/selections")
  ResponseEntity<byte[]> selections(@PathVariable long id, HttpServletRequest request) {
    configurations.get(id);
    return RdfAnswer.of(request, documents.selections(id));
  }

  private ResponseEntity<byte[]> page(
      Configurations.Container container,
      long owner,
      String uri,
      long after,
      HttpServletRequest request) {
    return LdpContainer.page(
        request,
        uri,
        after,
        (id, max) -> configurations.page(container, owner, id, max),
        uris::configuration,
        container == Configurations.Container.OF_COMPONENT ? List.of() : LdpContainer.DOCUMENTS);
  }
}
