package org.reprise.content.store;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * The file of a content that was being received was removed meanwhile, by an instance that took it
 * for one that a process had left: 503.
 */
public final class InboundExpired extends ResponseStatusException {
  private static final long serialVersionUID = 1;

  InboundExpired() {
    super(
        HttpStatus.SERVICE_UNAVAILABLE,
        "This instance stood still for longer than reprise.content.inbound-grace, and the received"
            + " bytes were removed. Nothing was stored. Send the content again.");
  }
}
