package org.reprise.ebms.message;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A message cannot be sent again as it is. */
final class MessageNotSentAgain extends ResponseStatusException {
  MessageNotSentAgain(String why) {
    super(HttpStatus.CONFLICT, why);
  }
}
