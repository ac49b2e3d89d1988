package org.reprise.ebms.agreement;

import java.net.URI;

/**
 * A message between two parties by an agreement, as seen from its receiver.
 *
 * @param agreement by which agreement
 * @param sender who sent the message
 * @param receiver who is to receive it
 */
public record Exchange(Agreement agreement, PartyInfo sender, PartyInfo receiver) {
  /** Whether signals that answer go back in the HTTP response, by agreement. */
  public boolean answersInResponse() {
    return sender.defaultChannel().syncReplyMode() != SyncReplyMode.NONE;
  }

  /** Where the sender wants signals. */
  public URI replyTo() {
    return sender.defaultChannel().endpoint();
  }

  /** The domain of identifiers of messages that the receiver makes: its endpoint's host. */
  public String domain() {
    return receiver.defaultChannel().endpoint().getHost();
  }
}
