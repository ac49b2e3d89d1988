package org.reprise.ebms.message;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** There is a message of this identifier already, so this one was not stored. */
public final class MessageExists extends ResponseStatusException {
  MessageExists(String messageId) {
    super(
        HttpStatus.CONFLICT,
        "There is a message '%s' already; it was not sent again.".formatted(messageId));
  }
}
