package org.reprise.lists.export;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.record.Lists;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Action;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Exports over HTTP (mod-lists' {@code /lists/{id}/exports}). */
@RestController
@RequestMapping("/lists/{id}/exports")
@ForRole(Role.LISTS)
class ExportController {
  private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

  private final Exports exports;
  private final Lists lists;

  ExportController(Exports exports, Lists lists) {
    this.exports = exports;
    this.lists = lists;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  @Action("export")
  Export start(
      Caller caller,
      @PathVariable UUID id,
      @RequestBody(required = false) @Nullable List<String> fields) {
    return exports.start(caller, id, fields);
  }

  @GetMapping("/{exportId}")
  @Action("export")
  Export read(Caller caller, @PathVariable UUID id, @PathVariable UUID exportId) {
    return exports.find(caller, id, exportId);
  }

  @PostMapping("/{exportId}/cancel")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Action("cancel-export")
  void cancel(Caller caller, @PathVariable UUID id, @PathVariable UUID exportId) {
    exports.cancel(caller, id, exportId);
  }

  @GetMapping("/{exportId}/download")
  @Action("export")
  ResponseEntity<StreamingResponseBody> download(
      Caller caller, @PathVariable UUID id, @PathVariable UUID exportId) {
    String name = lists.find(caller, id).name();
    Export export = exports.complete(caller, id, exportId);
    ContentDisposition file =
        ContentDisposition.attachment().filename(name + ".csv", StandardCharsets.UTF_8).build();
    return ResponseEntity.ok()
        .contentType(CSV)
        .contentLength(export.bytes())
        .header(HttpHeaders.CONTENT_DISPOSITION, file.toString())
        .body(to -> exports.copy(caller.tenant(), exportId, to));
  }
}
