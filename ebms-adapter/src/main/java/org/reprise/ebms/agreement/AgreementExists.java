package org.reprise.ebms.agreement;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** There is an agreement of this name already. */
public final class AgreementExists extends ResponseStatusException {
  AgreementExists(String cpaId) {
    super(
        HttpStatus.CONFLICT,
        "There is an agreement '%s' already; PUT replaces it.".formatted(cpaId));
  }
}
