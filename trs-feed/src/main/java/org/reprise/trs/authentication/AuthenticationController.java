package org.reprise.trs.authentication;

import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Vouches for a caller: the security filters let only known credentials come this far. */
@RestController
class AuthenticationController {
  static final String PATH = "/jts/authenticate";

  private final Applications applications;

  AuthenticationController(Applications applications) {
    this.applications = applications;
  }

  @PostMapping(PATH)
  ResponseEntity<Void> authenticate() {
    if (!applications.runs(Application.JTS)) {
      throw Refusal.notFound("The authentication server does not run here.");
    }
    return ResponseEntity.noContent().build();
  }
}
