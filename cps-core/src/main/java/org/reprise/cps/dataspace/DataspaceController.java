package org.reprise.cps.dataspace;

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
class DataspaceController {
  private final Dataspaces dataspaces;

  DataspaceController(Dataspaces dataspaces) {
    this.dataspaces = dataspaces;
  }

  @PostMapping(path = ApiPaths.V1 + "/dataspaces", produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  String createV1(@RequestParam("dataspace-name") String name) {
    dataspaces.create(name);
    return name;
  }

  @PostMapping(ApiPaths.V2 + "/dataspaces")
  @ResponseStatus(HttpStatus.CREATED)
  void create(@RequestParam("dataspace-name") String name) {
    dataspaces.create(name);
  }

  @DeleteMapping(ApiPaths.ANY + "/dataspaces")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@RequestParam("dataspace-name") String name) {
    dataspaces.delete(name);
  }

  @GetMapping(ApiPaths.ANY + "/admin/dataspaces")
  List<Dataspace> list() {
    return dataspaces.list();
  }

  @GetMapping(ApiPaths.ANY + "/admin/dataspaces/{dataspace}")
  Dataspace get(@PathVariable String dataspace) {
    return dataspaces.get(dataspace);
  }
}
