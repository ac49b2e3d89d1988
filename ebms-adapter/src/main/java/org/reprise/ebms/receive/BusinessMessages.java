package org.reprise.ebms.receive;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.reprise.ebms.agreement.ActionBinding;
import org.reprise.ebms.agreement.Channel;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.PerMessage;
import org.reprise.ebms.envelope.AckRequested;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.message.Inbox;
import org.reprise.ebms.message.MessageProtection;
import org.reprise.ebms.message.MessageStates;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.packaging.Payload;
import org.reprise.ebms.send.Partners;
import org.springframework.stereotype.Component;

@Component
final class BusinessMessages {
  private static final String HEADER = "/soap:Envelope/soap:Header/eb:";
  private static final String MESSAGE_HEADER = HEADER + "MessageHeader";
  private static final String MANIFEST = "/soap:Envelope/soap:Body/eb:Manifest";

  private final Inbox inbox;
  private final MessageProtection protection;
  private final MessageStates messageStates;
  private final Partners partners;

  BusinessMessages(
      Inbox inbox, MessageProtection protection, MessageStates messageStates, Partners partners) {
    this.inbox = inbox;
    this.protection = protection;
    this.messageStates = messageStates;
    this.partners = partners;
  }

  Outcome take(
      Packaged message,
      MessageHeader header,
      Exchange exchange,
      Instant now,
      Consumer<Packaged> verified)
      throws IOException {
    ActionBinding receives = binding(exchange.receiver(), false, header);
    ActionBinding sends = binding(exchange.sender(), true, header);
    checkRole(header.from(), sends, "/eb:From/eb:Role");
    checkRole(header.to(), receives, "/eb:To/eb:Role");
    try (MessageProtection.ClearMessage clear =
        protection.decryptAndVerify(message, exchange.sender(), sends, receives)) {
      // A signature over an acknowledgment covers the clear payloads, too.
      messageStates.acknowledged(clear.message(), header);
      verified.accept(clear.message());
      Envelope envelope = clear.message().envelope();
      Receiver.checkSyncReply(envelope, header, exchange);
      checkAsked(envelope, header, receives.channel());
      checkPayloads(clear.message());
      boolean inResponse = sends.channel().syncReplyMode().isForSignals();
      AckRequested asked = envelope.ackRequested();
      URI acknowledgeTo = asked == null || inResponse ? null : partners.replyTo(exchange.replyTo());
      Optional<byte[]> answer =
          inbox.take(
              new Inbox.Arrival(
                  exchange,
                  header,
                  clear,
                  receives.channel().reliability(),
                  asked != null,
                  asked != null && asked.signed() ? signing(receives) : null,
                  acknowledgeTo),
              now);
      return answer.<Outcome>map(Outcome.Replied::new).orElseGet(Outcome.Accepted::new);
    }
  }

  private static ActionBinding binding(PartyInfo party, boolean sends, MessageHeader header) {
    ActionBinding binding = party.binding(sends, header.service(), header.action());
    if (binding == null) {
      throw ErrorCode.VALUE_NOT_RECOGNIZED.refusal(
          MESSAGE_HEADER + "/eb:Action",
          "By the agreement '%s' %s no message '%s' of the service '%s'"
              .formatted(
                  party.ids().getFirst(),
                  sends ? "sends" : "receives",
                  header.action(),
                  header.service().name()));
    }
    return binding;
  }

  private static void checkRole(Party party, ActionBinding binding, String path) {
    if (party.role() != null && !party.role().equals(binding.role())) {
      throw ErrorCode.VALUE_NOT_RECOGNIZED.refusal(
          MESSAGE_HEADER + path, "By the agreement the role is '%s'".formatted(binding.role()));
    }
  }

  // ebMS 2.0, sections 6.3.1 and 6.4.1: what contradicts the agreement is Inconsistent.
  private static void checkAsked(Envelope envelope, MessageHeader header, Channel channel) {
    AckRequested asked = envelope.ackRequested();
    check(channel.ackRequested(), asked != null, "AckRequested", HEADER);
    check(
        channel.duplicateElimination(),
        header.duplicateElimination(),
        "DuplicateElimination",
        MESSAGE_HEADER + "/eb:");
    if (asked != null) {
      if (asked.nextMsh()) {
        throw ErrorCode.NOT_SUPPORTED.refusal(
            HEADER + "AckRequested/@soap:actor",
            "Acknowledgments are the receiving party's; nothing is passed on here");
      }
      check(channel.ackSignatureRequested(), asked.signed(), "AckRequested/@eb:signed", HEADER);
    }
  }

  private static void check(PerMessage agreed, boolean there, String what, String path) {
    if (agreed == (there ? PerMessage.NEVER : PerMessage.ALWAYS)) {
      throw ErrorCode.INCONSISTENT.refusal(
          path + what, "The agreement %s eb:%s".formatted(there ? "does not have" : "wants", what));
    }
  }

  private static void checkPayloads(Packaged message) {
    Set<Payload> referred = new HashSet<>();
    Content content = message.envelope().content();
    if (content instanceof Content.Manifest manifest) {
      for (Content.Reference reference : manifest.references()) {
        if (!referred.add(payload(message, reference))) {
          throw ErrorCode.INCONSISTENT.refusal(
              MANIFEST + "/eb:Reference", "'%s' is referred to twice".formatted(reference.href()));
        }
      }
    } else if (!(content instanceof Content.Empty)) {
      throw ErrorCode.INCONSISTENT.refusal(
          "/soap:Envelope/soap:Body",
          "The body of a business message holds an eb:Manifest or nothing of ebMS");
    }
    for (Payload payload : message.payloads()) {
      if (!referred.contains(payload)) {
        throw ErrorCode.MIME_PROBLEM.refusal(
            payload.contentId().isEmpty() ? "/" : "cid:" + payload.contentId(),
            "The part is not in the eb:Manifest");
      }
    }
  }

  // Whatever else a reference names is not fetched.
  private static Payload payload(Packaged message, Content.Reference reference) {
    Payload payload = message.payload(reference);
    if (payload == null) {
      throw ErrorCode.MIME_PROBLEM.refusal(
          MANIFEST + "/eb:Reference",
          "'%s' is no part of the message, and nothing else is read".formatted(reference.href()));
    }
    return payload;
  }

  private static ChannelSecurity.Signing signing(ActionBinding receives) {
    ChannelSecurity.Signing signing = receives.channel().security().signing();
    if (signing == null) {
      throw ErrorCode.NOT_SUPPORTED.refusal(
          HEADER + "AckRequested/@eb:signed",
          "The agreement does not say how an acknowledgment is signed");
    }
    return signing;
  }
}
