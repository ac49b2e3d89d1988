package org.reprise.ebms.message;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** There is a message of this identifier already, so this one was not stored. */
public final class MessageExists extends ErrorResponseException {
  MessageExists(String messageId) {
    super(
        HttpStatus.CONFLICT,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.CONFLICT,
            "There is a message '%s' already; it was not sent again.".formatted(messageId)),
        null);
  }
}
