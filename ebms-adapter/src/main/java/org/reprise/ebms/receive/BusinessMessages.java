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
import org.reprise.ebms.envelope.RefusedMessage;
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
    checkRole(header, header.from(), sends, "/eb:From/eb:Role");
    checkRole(header, header.to(), receives, "/eb:To/eb:Role");
    try (MessageProtection.ClearMessage clear =
        protection.decryptAndVerify(message, exchange.sender(), sends, receives)) {
      // A signature over an acknowledgment covers the clear payloads, too.
      messageStates.acknowledged(clear.message(), header);
      verified.accept(clear.message());
      return take(clear, header, exchange, sends, receives, now);
    }
  }

  private Outcome take(
      MessageProtection.ClearMessage clear,
      MessageHeader header,
      Exchange exchange,
      ActionBinding sends,
      ActionBinding receives,
      Instant now)
      throws IOException {
    Packaged message = clear.message();
    Envelope envelope = message.envelope();
    Receiver.checkSyncReply(envelope, header, exchange);
    checkAsked(envelope, header, receives.channel());
    checkPayloads(message, header);
    boolean inResponse = sends.channel().syncReplyMode().isForSignals();
    AckRequested asked = envelope.ackRequested();
    URI acknowledgeTo =
        asked == null || inResponse ? null : partners.replyTo(exchange.replyTo(), header);
    Optional<byte[]> answer =
        inbox.take(
            new Inbox.Arrival(
                exchange,
                header,
                clear,
                receives.channel().reliability(),
                asked != null,
                asked != null && asked.signed() ? signing(receives, header) : null,
                acknowledgeTo),
            now);
    return answer.<Outcome>map(Outcome.Replied::new).orElseGet(Outcome.Accepted::new);
  }

  private static ActionBinding binding(PartyInfo party, boolean sends, MessageHeader header) {
    ActionBinding binding = party.binding(sends, header.service(), header.action());
    if (binding == null) {
      throw RefusedMessage.client(
          ErrorCode.VALUE_NOT_RECOGNIZED,
          MESSAGE_HEADER + "/eb:Action",
          "By the agreement '%s' %s no message '%s' of the service '%s'"
              .formatted(
                  party.ids().getFirst(),
                  sends ? "sends" : "receives",
                  header.action(),
                  header.service().name()),
          header);
    }
    return binding;
  }

  private static void checkRole(
      MessageHeader header, Party party, ActionBinding binding, String path) {
    if (party.role() != null && !party.role().equals(binding.role())) {
      throw RefusedMessage.client(
          ErrorCode.VALUE_NOT_RECOGNIZED,
          MESSAGE_HEADER + path,
          "By the agreement the role is '%s'".formatted(binding.role()),
          header);
    }
  }

  // ebMS 2.0, sections 6.3.1 and 6.4.1: what contradicts the agreement is Inconsistent.
  private static void checkAsked(Envelope envelope, MessageHeader header, Channel channel) {
    AckRequested asked = envelope.ackRequested();
    check(channel.ackRequested(), asked != null, "AckRequested", HEADER, header);
    check(
        channel.duplicateElimination(),
        header.duplicateElimination(),
        "DuplicateElimination",
        MESSAGE_HEADER + "/eb:",
        header);
    if (asked != null) {
      if (asked.nextMsh()) {
        throw RefusedMessage.client(
            ErrorCode.NOT_SUPPORTED,
            HEADER + "AckRequested/@soap:actor",
            "Acknowledgments are the receiving party's; nothing is passed on here",
            header);
      }
      check(
          channel.ackSignatureRequested(),
          asked.signed(),
          "AckRequested/@eb:signed",
          HEADER,
          header);
    }
  }

  private static void check(
      PerMessage agreed, boolean there, String what, String path, MessageHeader header) {
    boolean contradicts =
        switch (agreed) {
          case ALWAYS -> !there;
          case NEVER -> there;
          case PER_MESSAGE -> false;
        };
    if (contradicts) {
      throw RefusedMessage.client(
          ErrorCode.INCONSISTENT,
          path + what,
          "The agreement %s eb:%s".formatted(there ? "does not have" : "wants", what),
          header);
    }
  }

  private static void checkPayloads(Packaged message, MessageHeader header) {
    Set<Payload> referred = new HashSet<>();
    Content content = message.envelope().content();
    if (content instanceof Content.Manifest manifest) {
      for (Content.Reference reference : manifest.references()) {
        if (!referred.add(payload(message, reference, header))) {
          throw RefusedMessage.client(
              ErrorCode.INCONSISTENT,
              MANIFEST + "/eb:Reference",
              "'%s' is referred to twice".formatted(reference.href()),
              header);
        }
      }
    } else if (!(content instanceof Content.Empty)) {
      throw RefusedMessage.client(
          ErrorCode.INCONSISTENT,
          "/soap:Envelope/soap:Body",
          "The body of a business message holds an eb:Manifest or nothing of ebMS",
          header);
    }
    for (Payload payload : message.payloads()) {
      if (!referred.contains(payload)) {
        throw RefusedMessage.client(
            ErrorCode.MIME_PROBLEM,
            payload.contentId().isEmpty() ? "/" : "cid:" + payload.contentId(),
            "The part is not in the eb:Manifest",
            header);
      }
    }
  }

  // Whatever else a reference names is not fetched.
  private static Payload payload(
      Packaged message, Content.Reference reference, MessageHeader header) {
    Payload payload = message.payload(reference);
    if (payload == null) {
      throw RefusedMessage.client(
          ErrorCode.MIME_PROBLEM,
          MANIFEST + "/eb:Reference",
          "'%s' is no part of the message, and nothing else is read".formatted(reference.href()),
          header);
    }
    return payload;
  }

  private static ChannelSecurity.Signing signing(ActionBinding receives, MessageHeader header) {
    ChannelSecurity.Signing signing = receives.channel().security().signing();
    if (signing == null) {
      throw RefusedMessage.client(
          ErrorCode.NOT_SUPPORTED,
          HEADER + "AckRequested/@eb:signed",
          "The agreement does not say how an acknowledgment is signed",
          header);
    }
    return signing;
  }
}
