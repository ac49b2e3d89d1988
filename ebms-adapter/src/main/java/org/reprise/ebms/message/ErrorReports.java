package org.reprise.ebms.message;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.EbmsError;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.Signal;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Reports of errors that are sent as messages of their own (ebMS 2.0, section 4.2.4). */
@Component
public final class ErrorReports {
  private static final Duration KEEP_TRYING = Duration.ofMinutes(5);

  private final DeliveryTable table;
  private final TransactionOperations transactions;
  private final int backlog;
  private final Deliveries deliveries;

  ErrorReports(
      DeliveryTable table,
      TransactionOperations transactions,
      MessageSettings settings,
      Deliveries deliveries) {
    this.table = table;
    this.transactions = transactions;
    this.backlog = settings.backlog();
    this.deliveries = deliveries;
  }

  /**
   * Stores a report to be sent for a few minutes; returns when it is committed. One about the same
   * message that waits already is sent again as it is.
   *
   * @param about the message that was refused
   * @param endpoint where its sender wants reports
   * @param domain of the report's identifier
   * @return false where too many signals wait for the endpoint
   */
  public boolean send(MessageHeader about, EbmsError error, URI endpoint, String domain) {
    Instant now = Instant.now();
    byte[] report =
        EnvelopeWriter.write(
            Envelope.error(
                about.answer(Signal.MESSAGE_ERROR, MessageIds.next(domain), now),
                new ErrorList(List.of(error)),
                new Content.Empty()));
    boolean kept =
        Boolean.TRUE.equals(
            transactions.execute(tx -> {
              if (table.waiting(endpoint, true, backlog) >= backlog) {
                return false;
              }
              table.insert(Delivery.signal(name(about), endpoint, report, now.plus(KEEP_TRYING)));
              return true;
            }));
    if (kept) {
      deliveries.wake();
    }
    return kept;
  }

  private static String name(MessageHeader about) {
    String whole = about.cpaId() + "\n" + about.from() + "\n" + about.messageData().messageId();
    return "error " + UUID.nameUUIDFromBytes(whole.getBytes(StandardCharsets.UTF_8));
  }
}
