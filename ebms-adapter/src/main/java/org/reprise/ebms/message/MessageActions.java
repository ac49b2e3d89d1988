package org.reprise.ebms.message;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.server.ResponseStatusException;

/**
 * What operators do to messages that are not delivered yet. A try that runs already is not stopped.
 * All methods throw {@link MessageNotFound} or a {@link ResponseStatusException} of status 409.
 */
@Component
final class MessageActions {
  private final MessageTable messages;
  private final DeliveryTable deliveries;
  private final Events events;
  private final ActionLog actions;
  private final TransactionOperations transactions;
  private final MessageSettings settings;
  private final Deliveries sender;

  MessageActions(
      MessageTable messages,
      DeliveryTable deliveries,
      Events events,
      ActionLog actions,
      TransactionOperations transactions,
      MessageSettings settings,
      Deliveries sender) {
    this.messages = messages;
    this.deliveries = deliveries;
    this.events = events;
    this.actions = actions;
    this.transactions = transactions;
    this.settings = settings;
    this.sender = sender;
  }

  /** Keeps a message from being sent until it is released, or its TimeToLive ends. */
  void hold(String messageId) {
    String detail = "Held by %s.".formatted(ActionLog.operator());
    change("hold", messageId, State.PENDING, detail, () -> deliveries.hold(messageId));
  }

  /** Lets a message that was held be sent; it is due at once. */
  void release(String messageId) {
    change("release", messageId, State.PENDING, null, () -> deliveries.release(messageId));
    sender.wake();
  }

  /** Gives a message up: it is failed. An acknowledgment that comes later still counts. */
  void cancel(String messageId) {
    String detail = "Cancelled by %s.".formatted(ActionLog.operator());
    change(
        "cancel",
        messageId,
        State.FAILED,
        detail,
        () -> {
          deliveries.delete(messageId);
          events.append(Events.Kind.FAILED, Direction.OUT, messageId, detail);
        });
  }

  private void change(
      String action, String messageId, State to, @Nullable String detail, Runnable change) {
    transactions.executeWithoutResult(tx -> {
      if (!messages.change(
          Direction.OUT, messageId, List.of(State.PENDING), to, detail, settings.keepSent())) {
        throw MessageView.conflict(
            "The message '%s' is %s; '%s' is for one that is pending."
                .formatted(
                    messageId, MessageView.text(messages.getSent(messageId).state()), action));
      }
      change.run();
      actions.record(action, messageId);
    });
  }
}
