package org.reprise.ebms.envelope;

/** The MessageHeader of a message, without its descriptions. */
public record MessageHeader(
    Party from,
    Party to,
    String cpaId,
    String conversationId,
    Service service,
    String action,
    MessageData messageData,
    boolean duplicateElimination) {
  /** Whether the message is a MessageError, which reports errors of another one. */
  public boolean isMessageError() {
    return service.isSignals() && action.equals(Signal.MESSAGE_ERROR.action());
  }

  /** The header of a signal that answers this message: parties swapped, same conversation. */
  public MessageHeader answer(Signal signal, String messageId, java.time.Instant timestamp) {
    return new MessageHeader(
        new Party(to.ids(), null),
        new Party(from.ids(), null),
        cpaId,
        conversationId,
        Service.SIGNALS,
        signal.action(),
        new MessageData(messageId, timestamp, messageData.messageId(), null),
        false);
  }
}
