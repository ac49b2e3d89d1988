package org.reprise.ebms.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.ebms.message.Message.StoredPayload;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/**
 * Sends messages that failed or expired again, as new messages of the same conversation. New ones,
 * since the receiver may refuse the old one's TimeToLive and must not take the new one for a
 * duplicate. A message is sent again once, however often that is asked for.
 */
@Component
final class Resends {
  private final Messages messages;
  private final MessageTable table;
  private final PayloadTable payloads;
  private final EnvelopeReader envelopes;
  private final ActionLog actions;

  Resends(
      Messages messages,
      MessageTable table,
      PayloadTable payloads,
      EnvelopeReader envelopes,
      ActionLog actions) {
    this.actions = actions;
    this.messages = messages;
    this.table = table;
    this.payloads = payloads;
    this.envelopes = envelopes;
  }

  /**
   * Sends a message again; returns when the new one is committed.
   *
   * @return the new message's identifier; the same one each time
   * @throws MessageNotFound where none of this identifier was sent from here
   * @throws ResponseStatusException 409 where it did not fail, where the new message failed, too,
   *     or where its payloads are kept as they were encrypted
   * @throws UnusableAgreement where the agreement does not allow it any more
   */
  String resend(String messageId) throws IOException {
    Message old = table.getSent(messageId);
    if (old.resentAs() != null) {
      return resent(messageId, old.resentAs());
    }
    if (!isOver(old.state())) {
      throw MessageView.conflict(
          "The message '%s' is %s; only one that failed or expired is sent again."
              .formatted(messageId, MessageView.text(old.state())));
    }
    // The new message would have to be signed over the clear payloads, which are not kept.
    if (old.payloads().stream().anyMatch(StoredPayload::encrypted)) {
      throw MessageView.conflict(
          "The payloads of '%s' are kept as they were encrypted for its receiver; send them as a new message."
              .formatted(messageId));
    }
    try {
      String again = send(old);
      actions.report("resend", messageId);
      return again;
    } catch (Messages.ResentMeanwhile e) {
      return resend(messageId);
    }
  }

  private String resent(String messageId, String again) {
    @Nullable State state = table.find(Direction.OUT, again).map(Message::state).orElse(null);
    if (state != null && isOver(state)) {
      throw MessageView.conflict(
          "The message '%s' was sent again as '%s', which is %s; send that one again."
              .formatted(messageId, again, MessageView.text(state)));
    }
    return again;
  }

  private static boolean isOver(State state) {
    return state == State.FAILED || state == State.EXPIRED;
  }

  private String send(Message old) throws IOException {
    MessageHeader header = old.header();
    Envelope sent = envelopes.read(new ByteArrayInputStream(table.envelope(old.id())), "UTF-8");
    return messages.send(
        new Messages.Request(
            header.cpaId(),
            header.from().ids().getFirst().toString(),
            header.to().ids().getFirst().toString(),
            header.service().name(),
            header.service().type(),
            header.action(),
            null,
            header.conversationId(),
            header.messageData().refToMessageId(),
            null,
            sent.ackRequested() != null,
            header.duplicateElimination()),
        old.payloads().stream()
            .map(payload ->
                new Messages.NewPayload(
                    payload.contentType(),
                    payload.role(),
                    payload.size(),
                    () -> payloads.open(payload)))
            .toList(),
        old.id());
  }
}
