package org.reprise.cps.schema;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.reprise.cps.web.ApiPaths;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
@KnownParametersOnly
class SchemaSetController {
  private final SchemaSets schemaSets;

  SchemaSetController(SchemaSets schemaSets) {
    this.schemaSets = schemaSets;
  }

  @PostMapping(
      path = ApiPaths.V1 + "/dataspaces/{dataspace}/schema-sets",
      consumes = MediaType.MULTIPART_FORM_DATA_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  String createV1(
      @PathVariable String dataspace,
      @RequestParam("schema-set-name") String name,
      @RequestPart("file") MultipartFile file)
      throws IOException {
    create(dataspace, name, file);
    return name;
  }

  @PostMapping(
      path = ApiPaths.V2 + "/dataspaces/{dataspace}/schema-sets",
      consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  void create(
      @PathVariable String dataspace,
      @RequestParam("schema-set-name") String name,
      @RequestPart("file") MultipartFile file)
      throws IOException {
    String fileName = Objects.requireNonNullElse(file.getOriginalFilename(), "");
    schemaSets.unpack(
        fileName,
        file.getBytes(),
        sources -> {
          schemaSets.create(dataspace, name, sources);
          return name;
        });
  }

  @GetMapping(ApiPaths.ANY + "/dataspaces/{dataspace}/schema-sets")
  List<SchemaSet> list(@PathVariable String dataspace) {
    return schemaSets.list(dataspace);
  }

  @GetMapping(ApiPaths.ANY + "/dataspaces/{dataspace}/schema-sets/{schemaSet}")
  SchemaSet get(@PathVariable String dataspace, @PathVariable String schemaSet) {
    return schemaSets.get(dataspace, schemaSet);
  }

  @DeleteMapping(ApiPaths.ANY + "/dataspaces/{dataspace}/schema-sets/{schemaSet}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String dataspace, @PathVariable String schemaSet) {
    schemaSets.delete(dataspace, schemaSet);
  }

  @PostMapping(ApiPaths.ANY + "/admin/dataspaces/{dataspace}/actions/clean")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void clean(@PathVariable String dataspace) {
    schemaSets.clean(dataspace);
  }
}
