package org.reprise.gc.component;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Bodies;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.installation.Pages;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.web.IfMatch;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Components, and the container that is their creation factory. */
@RestController
class ComponentController {
  private final Components components;
  private final ComponentDocuments documents;
  private final ResourceUris uris;

  ComponentController(Components components, ComponentDocuments documents, ResourceUris uris) {
    this.components = components;
    this.documents = documents;
    this.uris = uris;
  }

  @GetMapping("/gc/component")
  ResponseEntity<byte[]> all(
      @RequestParam(defaultValue = "0") long after, HttpServletRequest request) {
    return LdpContainer.page(
        request,
        uris.base() + "/gc/component",
        after,
        components::page,
        uris::component,
        LdpContainer.DOCUMENTS);
  }

  @RequestMapping(method = RequestMethod.OPTIONS, path = "/gc/component")
  ResponseEntity<Void> options() {
    return LdpContainer.BASIC.options(LdpContainer.DOCUMENTS);
  }

  @PostMapping(path = "/gc/component", consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> create(
      @RequestBody(required = false) byte @Nullable [] body, HttpServletRequest request) {
    String base = request.getRequestURL().toString();
    Edit edit = ComponentDocuments.read(Bodies.required(body, request, base), base, true);
    Component component = components.create(edit, Bodies.account(request));
    return RdfAnswer.created(
        request,
        uris.component(component.id()),
        Long.toString(component.revision()),
        documents.component(component));
  }

  @GetMapping("/gc/component/" + ResourceUris.ID)
  ResponseEntity<byte[]> read(@PathVariable long id, HttpServletRequest request) {
    if (Pages.isPreferred(request)) {
      return Pages.redirect(uris.page(uris.component(id)));
    }
    Component component = components.get(id);
    return RdfAnswer.compact(request, uris.component(id), Long.toString(id), component::title)
        .orElseGet(() ->
            RdfAnswer.of(
                request,
                Long.toString(component.revision()),
                format -> RdfWriter.write(documents.component(component), format)));
  }

  @PutMapping(path = "/gc/component/" + ResourceUris.ID, consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> save(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    IfMatch condition = IfMatch.of(request);
    Long expected = condition.expected(components.get(id).revision());
    String uri = uris.component(id);
    Edit edit = ComponentDocuments.read(Bodies.required(body, request, uri), uri, false);
    Component saved = components.edit(id, expected, edit);
    return RdfAnswer.saved(
        request,
        Long.toString(saved.revision()),
        format -> RdfWriter.write(documents.component(saved), format));
  }

  @DeleteMapping("/gc/component/" + ResourceUris.ID)
  ResponseEntity<Void> delete(@PathVariable long id, HttpServletRequest request) {
    IfMatch condition = IfMatch.of(request);
    components.delete(id, condition.expected(components.get(id).revision()));
    return ResponseEntity.noContent().build();
  }
}
