package org.reprise.content.fill;

import java.io.IOException;
import java.security.Principal;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Management: fills an empty repository with the documents of the report. */
@KnownParametersOnly
@RestController
class FillController {
  private static final int MAX_ROWS = 10_000_000;

  private final Fill fill;

  FillController(Fill fill) {
    this.fill = fill;
  }

  /**
   * Makes documents; all that is answered is committed and on disk.
   *
   * @param scale 1 for the report's 5,134,500 documents
   * @param rows further documents without a content, which make the table of versions larger
   */
  // So that a caller that accepts no JSON is rejected before anything is stored.
  @PostMapping(path = "/admin/fill", produces = MediaType.APPLICATION_JSON_VALUE)
  Fill.Volumes fill(
      @RequestParam(defaultValue = "0.01") double scale,
      @RequestParam(defaultValue = "1") long seed,
      @RequestParam(defaultValue = "0") int rows,
      Principal user)
      throws IOException, InterruptedException {
    if (!(scale > 0 && scale <= 1) || rows < 0 || rows > MAX_ROWS) {
      throw Kind.INVALID_ARGUMENT.fault(
          "scale must be more than 0 and at most 1, and rows from 0 to " + MAX_ROWS + ".");
    }
    return fill.run(scale, seed, rows, user.getName());
  }
}
