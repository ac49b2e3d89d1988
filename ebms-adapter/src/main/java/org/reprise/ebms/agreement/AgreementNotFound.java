package org.reprise.ebms.agreement;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** There is no agreement of this name. */
public final class AgreementNotFound extends ErrorResponseException {
  /** Names the agreement. */
  public AgreementNotFound(String cpaId) {
    super(
        HttpStatus.NOT_FOUND,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.NOT_FOUND, "There is no agreement '%s'.".formatted(cpaId)),
        null);
  }
}
