package org.reprise.cps.query;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.path.CpsPath;
import org.reprise.cps.payload.JsonText;
import org.reprise.cps.payload.JsonText.Names;
import org.reprise.cps.payload.ReadNodes;
import org.reprise.cps.query.QueryPage.AnchorNodes;
import org.reprise.cps.web.ApiPaths;
import org.reprise.cps.web.ContentTypes;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@KnownParametersOnly
class QueryController {
  private static final String QUERY = ApiPaths.ANCHOR + "/nodes/query";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Queries queries;

  QueryController(Queries queries) {
    this.queries = queries;
  }

  @GetMapping(path = ApiPaths.V1 + QUERY, produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<String> queryV1(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(name = "cps-path", defaultValue = "/") String cpsPath,
      @RequestParam(name = "include-descendants", defaultValue = "false") boolean descendants) {
    Descendants levels = descendants ? Descendants.ALL : Descendants.NONE;
    return query(new AnchorRef(dataspace, anchor), cpsPath, levels, null, null);
  }

  @GetMapping(ApiPaths.V2 + QUERY)
  ResponseEntity<String> queryV2(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(name = "cps-path", defaultValue = "/") String cpsPath,
      @RequestParam(defaultValue = "none") String descendants,
      @RequestHeader(name = HttpHeaders.CONTENT_TYPE, required = false) @Nullable String type,
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept) {
    Descendants levels = Descendants.of(descendants);
    return query(new AnchorRef(dataspace, anchor), cpsPath, levels, accept, type);
  }

  private ResponseEntity<String> query(
      AnchorRef ref,
      String cpsPath,
      Descendants levels,
      @Nullable String accept,
      @Nullable String type) {
    String leaf = CpsPath.parse(cpsPath).leaf();
    if (leaf != null) {
      ContentTypes.requireJson(accept);
      return ContentTypes.answer(
          false,
          JSON.writeValueAsString(
              queries.queryLeaf(ref, cpsPath).stream().map(it -> Map.of(leaf, it)).toList()));
    }
    boolean xml = ContentTypes.wantsXml(accept, type);
    return answer(queries.queryWithSchema(ref, cpsPath, levels), xml);
  }

  @PostMapping(path = ApiPaths.V2 + QUERY, consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<String> queryCombined(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(defaultValue = "none") String descendants,
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept,
      @RequestBody byte[] body) {
    AnchorRef ref = new AnchorRef(dataspace, anchor);
    Descendants levels = Descendants.of(descendants);
    CompositeQuery query = CompositeQueryText.read(ContentTypes.text(body, null));
    return answer(queries.queryWithSchema(ref, query, levels), ContentTypes.wantsXml(accept, null));
  }

  @GetMapping(
      path = ApiPaths.V2 + "/dataspaces/{dataspace}/nodes/query",
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<String> queryDataspace(
      @PathVariable String dataspace,
      @RequestParam(name = "cps-path", defaultValue = "/") String cpsPath,
      @RequestParam(defaultValue = "none") String descendants,
      @RequestParam(required = false) @Nullable Integer pageIndex,
      @RequestParam(required = false) @Nullable Integer pageSize) {
    QueryPage page =
        queries.queryDataspace(
            dataspace, cpsPath, Descendants.of(descendants), Paging.of(pageIndex, pageSize));
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .header("total-pages", String.valueOf(page.totalPages()))
        .body(json(page));
  }

  private static ResponseEntity<String> answer(ReadNodes found, boolean xml) {
    return ContentTypes.answer(xml, xml ? found.xml() : found.json());
  }

  private static String json(QueryPage page) {
    return JsonText.write(json -> {
      json.writeStartArray();
      for (AnchorNodes found : page.anchors()) {
        JsonText nodes = found.read().json(Names.ONAP);
        json.writeStartObject().writeStringProperty("anchorName", found.anchor());
        json.writeName("dataNodes").writeStartArray();
        found.read().nodes().forEach(node -> nodes.writeAlone(json, node));
        json.writeEndArray().writeEndObject();
      }
      json.writeEndArray();
    });
  }
}
