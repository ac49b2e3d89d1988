package org.reprise.ebms.security;

import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.RefusedMessage;

final class SecurityFailures {
  private static final String SIGNATURE = "/soap:Envelope/soap:Header/ds:Signature";

  private SecurityFailures() {}

  static RefusedMessage signature(String description) {
    return at(SIGNATURE, description);
  }

  static RefusedMessage at(String location, String description) {
    return RefusedMessage.client(ErrorCode.SECURITY_FAILURE, location, description);
  }
}
