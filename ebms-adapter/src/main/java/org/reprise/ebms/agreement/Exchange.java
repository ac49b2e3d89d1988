package org.reprise.ebms.agreement;

import java.net.URI;
import org.reprise.ebms.envelope.MessageHeader;

/** A message between two parties by an agreement, as seen from its receiver. */
public record Exchange(Agreement agreement, PartyInfo sender, PartyInfo receiver) {
  /**
   * What a sender expects in the HTTP response to a message, by agreement. The channel on which the
   * party sends such messages says it; for signals, and for messages that it does not send by the
   * agreement, its default channel does.
   */
  public SyncReplyMode syncReplyMode(MessageHeader header) {
    ActionBinding binding =
        header.service().isSignals()
            ? null
            : sender.binding(true, header.service(), header.action());
    return (binding == null ? sender.defaultChannel() : binding.channel()).syncReplyMode();
  }

  /** Where the sender wants reports of errors (ebMS 2.0, section 4.2.4.2). */
  public URI reportErrorsTo() {
    return sender.defaultChannel().errorEndpoint();
  }

  public URI replyTo() {
    return sender.defaultChannel().endpoint();
  }

  /** The domain of identifiers of messages that the receiver makes: its endpoint's host. */
  public String domain() {
    return receiver.defaultChannel().endpoint().getHost();
  }
}
