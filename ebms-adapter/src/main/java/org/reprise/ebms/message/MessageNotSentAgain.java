package org.reprise.ebms.message;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A message cannot be sent again as it is. */
final class MessageNotSentAgain extends ErrorResponseException {
  MessageNotSentAgain(String why) {
    super(HttpStatus.CONFLICT, ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, why), null);
  }
}
