package org.reprise.ebms.receive;

import java.net.URI;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.message.ErrorReports;
import org.reprise.ebms.send.Partners;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reports to senders what is wrong with their messages, as agreed (ebMS 2.0, section 4.2.4.2): in
 * the HTTP response, or, where {@code syncReplyMode} is {@code none}, by a message to the sender's
 * error endpoint. No address is ever taken from a message.
 */
@Component
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private final Agreements agreements;
  private final LocalParties localParties;
  private final Partners partners;
  private final ErrorReports reports;
  private final boolean byAgreement;

  Refusals(
      Agreements agreements,
      LocalParties localParties,
      Partners partners,
      ErrorReports reports,
      ReceiveSettings settings) {
    this.agreements = agreements;
    this.localParties = localParties;
    this.partners = partners;
    this.reports = reports;
    this.byAgreement = settings.errorReports() == ReceiveSettings.ErrorReporting.BY_AGREEMENT;
  }

  /** Reports it; in the HTTP response where it cannot be reported as agreed. */
  Outcome refuse(RefusedMessage refusal, MessageHeader header) {
    return isReported(refusal, header)
        ? new Outcome.Reported(refusal)
        : Outcome.inResponse(refusal);
  }

  // With another status the message could not be read, or not be taken now. Those errors are for
  // the sender's HTTP client and always go into the response.
  private boolean isReported(RefusedMessage refusal, MessageHeader header) {
    if (!byAgreement || !refusal.isAboutContent()) {
      return false;
    }
    Agreement agreement = agreements.find(header.cpaId());
    if (agreement == null || agreement.status() == Agreement.Status.PROPOSED) {
      return false;
    }
    PartyInfo sender = agreement.partyOf(header.from().ids());
    PartyInfo receiver = agreement.partyOf(header.to().ids());
    return sender != null
        && receiver != null
        && !sender.equals(receiver)
        && localParties.serve(receiver)
        && isReported(refusal, header, new Exchange(agreement, sender, receiver));
  }

  private boolean isReported(RefusedMessage refusal, MessageHeader header, Exchange exchange) {
    URI endpoint = exchange.reportErrorsTo();
    if (exchange.syncReplyMode(header) != SyncReplyMode.NONE || !partners.allow(endpoint)) {
      return false;
    }
    try {
      return reports.send(header, refusal.error(), endpoint, exchange.domain());
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("A report of an error was not stored: {}", e.getMessage());
      return false;
    }
  }
}
