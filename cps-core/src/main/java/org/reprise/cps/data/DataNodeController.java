package org.reprise.cps.data;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.JsonText.Names;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.ReadNodes;
import org.reprise.cps.web.ApiPaths;
import org.reprise.cps.web.ContentTypes;
import org.reprise.cps.web.ObservedTimestamp;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@KnownParametersOnly
class DataNodeController {
  private static final String NODES = ApiPaths.ANY + ApiPaths.ANCHOR + "/nodes";
  private static final String LIST_NODES = ApiPaths.ANY + ApiPaths.ANCHOR + "/list-nodes";
  private static final String NODE = ApiPaths.ANCHOR + "/node";

  private final DataNodes dataNodes;

  DataNodeController(DataNodes dataNodes) {
    this.dataNodes = dataNodes;
  }

  @RequestMapping(
      path = NODES,
      method = {RequestMethod.POST, RequestMethod.PATCH, RequestMethod.PUT})
  ResponseEntity<Void> write(
      HttpMethod method,
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(defaultValue = "/") String xpath,
      @RequestParam(name = "dry-run", defaultValue = "false") boolean dryRun,
      @RequestParam(name = "observed-timestamp", required = false) @Nullable String observed,
      @RequestHeader(name = HttpHeaders.CONTENT_TYPE, required = false) @Nullable String type,
      @RequestBody byte[] body) {
    Write write =
        switch (method.name()) {
          case "POST" -> dataNodes::create;
          case "PATCH" -> dataNodes::update;
          default -> dataNodes::replace;
        };
    Write checked = dryRun ? (to, at, sent) -> dataNodes.validate(to, at, sent, false) : write;
    run(checked, new AnchorRef(dataspace, anchor), xpath, observed, type, body);
    return answer(method, dryRun);
  }

  @DeleteMapping(NODES)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(defaultValue = "/") String xpath,
      @RequestParam(name = "observed-timestamp", required = false) @Nullable String observed) {
    AnchorRef ref = new AnchorRef(dataspace, anchor);
    ObservedTimestamp.during(observed, () -> dataNodes.delete(ref, xpath));
  }

  @RequestMapping(
      path = LIST_NODES,
      method = {RequestMethod.POST, RequestMethod.PUT})
  ResponseEntity<Void> writeListElements(
      HttpMethod method,
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam String xpath,
      @RequestParam(name = "dry-run", defaultValue = "false") boolean dryRun,
      @RequestParam(name = "observed-timestamp", required = false) @Nullable String observed,
      @RequestHeader(name = HttpHeaders.CONTENT_TYPE, required = false) @Nullable String type,
      @RequestBody byte[] body) {
    boolean post = method.equals(HttpMethod.POST);
    Write write = post ? dataNodes::createListElements : dataNodes::replaceListContent;
    Write checked = dryRun ? (to, at, sent) -> dataNodes.validate(to, at, sent, true) : write;
    run(checked, new AnchorRef(dataspace, anchor), xpath, observed, type, body);
    return answer(method, dryRun);
  }

  @DeleteMapping(LIST_NODES)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteListElements(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam String xpath,
      @RequestParam(name = "observed-timestamp", required = false) @Nullable String observed) {
    AnchorRef ref = new AnchorRef(dataspace, anchor);
    ObservedTimestamp.during(observed, () -> dataNodes.deleteListElements(ref, xpath));
  }

  @GetMapping(path = ApiPaths.V1 + NODE, produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<String> readV1(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(defaultValue = "/") String xpath,
      @RequestParam(name = "include-descendants", defaultValue = "false") boolean descendants) {
    AnchorRef ref = new AnchorRef(dataspace, anchor);
    ReadNodes found =
        dataNodes.readWithSchema(ref, xpath, descendants ? Descendants.ALL : Descendants.NONE);
    return ContentTypes.answer(false, found.json(Names.ONAP).object(found.nodes().getFirst()));
  }

  @GetMapping({ApiPaths.V2 + NODE, ApiPaths.V3 + NODE})
  ResponseEntity<String> read(
      HttpServletRequest request,
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(defaultValue = "/") String xpath,
      @RequestParam(defaultValue = "none") String descendants,
      @RequestHeader(name = HttpHeaders.CONTENT_TYPE, required = false) @Nullable String type,
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept) {
    AnchorRef ref = new AnchorRef(dataspace, anchor);
    ReadNodes found = dataNodes.readWithSchema(ref, xpath, Descendants.of(descendants));
    if (ContentTypes.wantsXml(accept, type)) {
      return ContentTypes.answer(true, found.xml());
    }
    boolean isMerged = request.getServletPath().startsWith(ApiPaths.V3);
    return ContentTypes.answer(
        false, isMerged ? found.json(Names.RFC_7951).merged(found.nodes()) : found.json());
  }

  private static ResponseEntity<Void> answer(HttpMethod method, boolean dryRun) {
    boolean created = method.equals(HttpMethod.POST) && !dryRun;
    return ResponseEntity.status(created ? HttpStatus.CREATED : HttpStatus.OK).build();
  }

  private interface Write {
    void run(AnchorRef anchor, String xpath, Payload payload);
  }

  private static void run(
      Write write,
      AnchorRef anchor,
      String xpath,
      @Nullable String observed,
      @Nullable String type,
      byte[] body) {
    ObservedTimestamp.during(
        observed,
        () -> {
          boolean xml = ContentTypes.isXml(type);
          String text = ContentTypes.text(body, type);
          write.run(anchor, xpath, xml ? Payload.xml(text) : Payload.onapJson(text));
        });
  }
}
