package org.reprise.ebms.envelope;

import java.util.Optional;

/** The actions of the service of signals. */
public enum Signal {
  /** Asks whether a message handler works. */
  PING("Ping"),
  /** Answers a Ping. */
  PONG("Pong"),
  /** Asks for the status of a message. */
  STATUS_REQUEST("StatusRequest"),
  /** Answers a StatusRequest. */
  STATUS_RESPONSE("StatusResponse"),
  /** Reports errors of a message. */
  MESSAGE_ERROR("MessageError"),
  /** Says that a message was received. */
  ACKNOWLEDGMENT("Acknowledgment");

  private final String action;

  Signal(String action) {
    this.action = action;
  }

  /** The value of the Action element. */
  public String action() {
    return action;
  }

  /** The signal of an action, if it is one. */
  public static Optional<Signal> of(String action) {
    for (Signal signal : values()) {
      if (signal.action.equals(action)) {
        return Optional.of(signal);
      }
    }
    return Optional.empty();
  }
}
