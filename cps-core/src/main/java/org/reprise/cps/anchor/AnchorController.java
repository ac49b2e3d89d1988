package org.reprise.cps.anchor;

import java.util.List;
import org.reprise.cps.web.ApiPaths;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@KnownParametersOnly
class AnchorController {
  private final Anchors anchors;

  AnchorController(Anchors anchors) {
    this.anchors = anchors;
  }

  @PostMapping(
      path = ApiPaths.V1 + "/dataspaces/{dataspace}/anchors",
      produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  String createV1(
      @PathVariable String dataspace,
      @RequestParam("schema-set-name") String schemaSet,
      @RequestParam("anchor-name") String anchor) {
    anchors.create(dataspace, schemaSet, anchor);
    return anchor;
  }

  @PostMapping(ApiPaths.V2 + "/dataspaces/{dataspace}/anchors")
  @ResponseStatus(HttpStatus.CREATED)
  void create(
      @PathVariable String dataspace,
      @RequestParam("schema-set-name") String schemaSet,
      @RequestParam("anchor-name") String anchor) {
    anchors.create(dataspace, schemaSet, anchor);
  }

  @GetMapping(ApiPaths.ANY + "/dataspaces/{dataspace}/anchors")
  List<Anchor> list(
      @PathVariable String dataspace,
      @RequestParam(name = "schema-set-names", defaultValue = "") List<String> schemaSets) {
    return schemaSets.isEmpty() ? anchors.list(dataspace) : anchors.list(dataspace, schemaSets);
  }

  @GetMapping(ApiPaths.ANY + ApiPaths.ANCHOR)
  Anchor get(@PathVariable String dataspace, @PathVariable String anchor) {
    return anchors.get(dataspace, anchor);
  }

  @DeleteMapping(ApiPaths.ANY + ApiPaths.ANCHOR)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String dataspace, @PathVariable String anchor) {
    anchors.delete(dataspace, anchor);
  }
}
