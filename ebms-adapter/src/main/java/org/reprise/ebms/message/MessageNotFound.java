package org.reprise.ebms.message;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** There is no message of this identifier. */
public final class MessageNotFound extends ErrorResponseException {
  MessageNotFound(String messageId) {
    super(
        HttpStatus.NOT_FOUND,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.NOT_FOUND, "There is no message '%s'.".formatted(messageId)),
        null);
  }
}
