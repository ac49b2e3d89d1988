package org.reprise.ebms.agreement;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** An agreement does not allow what was asked for. */
public final class UnusableAgreement extends ResponseStatusException {
  public UnusableAgreement(String why) {
    super(HttpStatus.BAD_REQUEST, why);
  }
}
