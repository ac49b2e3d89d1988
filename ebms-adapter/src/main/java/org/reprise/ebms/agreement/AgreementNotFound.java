package org.reprise.ebms.agreement;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** There is no agreement of this name. */
public final class AgreementNotFound extends ResponseStatusException {
  public AgreementNotFound(String cpaId) {
    super(HttpStatus.NOT_FOUND, "There is no agreement '%s'.".formatted(cpaId));
  }
}
