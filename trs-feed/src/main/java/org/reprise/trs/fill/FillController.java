package org.reprise.trs.fill;

import org.reprise.kit.web.KnownParametersOnly;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Management: fills an application that never had artifacts with the volumes of the report. */
@KnownParametersOnly
@RestController
class FillController {
  private static final double MAX_SCALE = 100;

  private final Applications applications;
  private final Fill fill;

  FillController(Applications applications, Fill fill) {
    this.applications = applications;
    this.fill = fill;
  }

  record Filled(
      String application, int projects, int artifacts, double seconds, long artifactsPerSecond) {}

  // Said here, so that a caller that takes no JSON is refused before anything is done.
  @PostMapping(path = "/{path}/fill", produces = MediaType.APPLICATION_JSON_VALUE)
  Filled fill(
      @PathVariable String path,
      @RequestParam(defaultValue = "1") double scale,
      @RequestParam(defaultValue = "1") long seed) {
    Application application = applications.named(path);
    if (!(scale > 0 && scale <= MAX_SCALE)) {
      throw Refusal.invalid("scale must be more than 0 and at most 100, was " + scale + ".");
    }
    long begin = System.nanoTime();
    Volumes volumes = fill.run(application, seed, scale);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new Filled(
        path,
        volumes.projects(),
        volumes.artifacts(),
        seconds,
        Math.round(volumes.artifacts() / seconds));
  }
}
