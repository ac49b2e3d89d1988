package org.reprise.lists.export;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.list.Lists;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Action;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Exports over HTTP (mod-lists' {@code /lists/{id}/exports}). */
@RestController
@RequestMapping("/lists/{id}/exports")
class ExportController {
  private static final String CSV = "text/csv;charset=UTF-8";

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
  @Action("cancel_export")
  void cancel(Caller caller, @PathVariable UUID id, @PathVariable UUID exportId) {
    exports.cancel(caller, id, exportId);
  }

  // Written by the request's own virtual thread, which waits as long as the client takes.
  @GetMapping("/{exportId}/download")
  @Action("export")
  void download(
      Caller caller,
      @PathVariable UUID id,
      @PathVariable UUID exportId,
      HttpServletResponse response)
      throws IOException {
    String name = lists.find(caller, id).name();
    Export export = exports.complete(caller, id, exportId);
    ContentDisposition file =
        ContentDisposition.attachment().filename(name + ".csv", StandardCharsets.UTF_8).build();
    response.setContentType(CSV);
    response.setContentLengthLong(export.bytes());
    response.setHeader(HttpHeaders.CONTENT_DISPOSITION, file.toString());
    exports.copy(caller.tenant(), export, response.getOutputStream());
  }
}
