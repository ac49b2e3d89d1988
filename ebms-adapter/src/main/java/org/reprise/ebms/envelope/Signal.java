package org.reprise.ebms.envelope;

import java.util.Arrays;
import java.util.Optional;

/** The actions of the service of signals. */
public enum Signal {
  PING("Ping"),
  PONG("Pong"),
  STATUS_REQUEST("StatusRequest"),
  STATUS_RESPONSE("StatusResponse"),
  MESSAGE_ERROR("MessageError"),
  ACKNOWLEDGMENT("Acknowledgment");

  private final String action;

  Signal(String action) {
    this.action = action;
  }

  public String action() {
    return action;
  }

  /** Returns whether it answers a message that was sent before. */
  public boolean isAnswer() {
    return this != PING && this != STATUS_REQUEST;
  }

  public static Optional<Signal> of(String action) {
    return Arrays.stream(values()).filter(signal -> signal.action.equals(action)).findFirst();
  }
}
