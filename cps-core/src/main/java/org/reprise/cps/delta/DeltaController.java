package org.reprise.cps.delta;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSchema;
import org.reprise.cps.web.ApiPaths;
import org.reprise.cps.web.ContentTypes;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

@RestController
@KnownParametersOnly
class DeltaController {
  private static final String DELTA = ApiPaths.V2 + ApiPaths.ANCHOR + "/delta";

  /** ONAP CPS has renamed the parts; both names are taken. */
  private static final List<String> TARGET_PARTS = List.of("json", "targetData");

  private static final List<String> YANG_PARTS = List.of("file", "yangResourceFile");

  private final Deltas deltas;
  private final SchemaSets schemaSets;

  DeltaController(Deltas deltas, SchemaSets schemaSets) {
    this.deltas = deltas;
    this.schemaSets = schemaSets;
  }

  @GetMapping(DELTA)
  ResponseEntity<String> between(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam("target-anchor-name") String target,
      @RequestParam(defaultValue = "/") String xpath,
      @RequestParam(defaultValue = "none") String descendants,
      @RequestParam(name = "grouping-enabled", defaultValue = "false") boolean grouping,
      @RequestHeader(name = HttpHeaders.CONTENT_TYPE, required = false) @Nullable String type,
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept) {
    DeltaReport report =
        deltas.between(
            new AnchorRef(dataspace, anchor),
            new AnchorRef(dataspace, target),
            xpath,
            Descendants.of(descendants),
            grouping ? Grouping.TOPMOST : Grouping.EACH);
    return answer(report, ContentTypes.wantsXml(accept, type));
  }

  @PostMapping(path = DELTA, consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  ResponseEntity<String> against(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestParam(defaultValue = "/") String xpath,
      @RequestParam(name = "grouping-enabled", defaultValue = "false") boolean grouping,
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept,
      MultipartHttpServletRequest request)
      throws IOException {
    AnchorRef ref = new AnchorRef(dataspace, anchor);
    Payload target = target(request);
    MultipartFile modules = modules(request);
    YangSchema schema =
        modules == null
            ? null
            : schemaSets.unpack(
                Objects.requireNonNullElse(modules.getOriginalFilename(), ""),
                modules.getBytes(),
                schemaSets::parse);
    DeltaReport report =
        deltas.against(ref, xpath, target, schema, grouping ? Grouping.TOPMOST : Grouping.EACH);
    return answer(report, ContentTypes.wantsXml(accept, null));
  }

  @PostMapping(ApiPaths.V2 + ApiPaths.ANCHOR + "/applyChangesInDeltaReport")
  @ResponseStatus(HttpStatus.CREATED)
  void apply(
      @PathVariable String dataspace,
      @PathVariable String anchor,
      @RequestHeader(name = HttpHeaders.CONTENT_TYPE, required = false) @Nullable String type,
      @RequestBody byte[] body) {
    boolean xml = ContentTypes.isXml(type);
    String text = ContentTypes.text(body, type);
    Payload report = xml ? Payload.xml(text) : Payload.onapJson(text);
    deltas.apply(new AnchorRef(dataspace, anchor), report);
  }

  private static ResponseEntity<String> answer(DeltaReport report, boolean xml) {
    return ContentTypes.answer(xml, xml ? report.xml() : report.json());
  }

  // A part with a file name is a file, one without is a parameter.
  private static Payload target(MultipartHttpServletRequest request) throws IOException {
    for (String part : TARGET_PARTS) {
      MultipartFile file = request.getFile(part);
      String text =
          file == null ? request.getParameter(part) : ContentTypes.text(file.getBytes(), null);
      if (text != null) {
        return text.stripLeading().startsWith("<") ? Payload.xml(text) : Payload.onapJson(text);
      }
    }
    throw new InvalidRequest("The request needs a part 'json' with the target's data.");
  }

  private static @Nullable MultipartFile modules(MultipartHttpServletRequest request) {
    return YANG_PARTS.stream()
        .map(request::getFile)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
