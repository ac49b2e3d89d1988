package org.reprise.ebms.agreement;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** An agreement does not allow what was asked for. */
public final class UnusableAgreement extends ErrorResponseException {
  public UnusableAgreement(String why) {
    super(
        HttpStatus.BAD_REQUEST,
        ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, why),
        null);
  }
}
