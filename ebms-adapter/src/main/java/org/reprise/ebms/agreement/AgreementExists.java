package org.reprise.ebms.agreement;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** There is an agreement of this name already. */
public final class AgreementExists extends ErrorResponseException {
  AgreementExists(String cpaId) {
    super(
        HttpStatus.CONFLICT,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.CONFLICT,
            "There is an agreement '%s' already; PUT replaces it.".formatted(cpaId)),
        null);
  }
}
