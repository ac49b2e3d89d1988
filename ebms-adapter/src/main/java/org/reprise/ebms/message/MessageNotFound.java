package org.reprise.ebms.message;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** There is no message of this identifier. */
public final class MessageNotFound extends ResponseStatusException {
  MessageNotFound(String messageId) {
    super(HttpStatus.NOT_FOUND, "There is no message '%s'.".formatted(messageId));
  }
}
