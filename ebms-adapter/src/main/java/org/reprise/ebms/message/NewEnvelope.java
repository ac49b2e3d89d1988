package org.reprise.ebms.message;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.ActionBinding;
import org.reprise.ebms.agreement.Channel;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.PerMessage;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.AckRequested;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.envelope.XsDateTime;

final class NewEnvelope {
  // TimeToLive is later than the last retry's interval (ebMS 2.0, section 6.4.5).
  private static final Duration BEYOND_LAST_RETRY = Duration.ofSeconds(10);

  private NewEnvelope() {}

  /** The envelope of a message to be sent; throws UnusableAgreement where that is not allowed. */
  static Envelope of(
      Messages.Request request,
      String cpaId,
      PartyInfo from,
      PartyInfo to,
      ActionBinding sends,
      ActionBinding receives,
      Service service,
      List<PayloadTable.New> parts) {
    Channel channel = receives.channel();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String given = request.messageId();
    String id = given == null ? MessageIds.next(from.defaultChannel().endpoint().getHost()) : given;
    boolean acknowledged = asked("ackRequested", channel.ackRequested(), request.ackRequested());
    boolean once =
        asked(
            "duplicateElimination", channel.duplicateElimination(), request.duplicateElimination());
    MessageHeader header =
        new MessageHeader(
            new Party(from.ids(), sends.role()),
            new Party(to.ids(), receives.role()),
            cpaId,
            request.conversationId() == null
                ? UUID.randomUUID().toString()
                : request.conversationId(),
            service,
            request.action(),
            new MessageData(
                id, now, request.refToMessageId(), timeToLive(request, channel, acknowledged, now)),
            once);
    Content content =
        parts.isEmpty()
            ? new Content.Empty()
            : new Content.Manifest(
                parts.stream()
                    .map(part ->
                        new Content.Reference("cid:" + part.payload().contentId(), part.role()))
                    .toList());
    PerMessage signs = channel.ackSignatureRequested();
    boolean signed =
        signs == PerMessage.PER_MESSAGE ? receives.receiptSigned() : signs == PerMessage.ALWAYS;
    return new Envelope(
        header,
        sends.channel().syncReplyMode() != SyncReplyMode.NONE,
        acknowledged ? new AckRequested(signed, false) : null,
        null,
        null,
        content);
  }

  private static boolean asked(String name, PerMessage agreed, @Nullable Boolean asked) {
    boolean value =
        agreed == PerMessage.PER_MESSAGE ? asked == null || asked : agreed == PerMessage.ALWAYS;
    if (asked != null && asked != value) {
      throw new UnusableAgreement(
          "'%s' is %s by the agreement, not %s.".formatted(name, value, asked));
    }
    return value;
  }

  private static @Nullable Instant timeToLive(
      Messages.Request request, Channel channel, boolean acknowledged, Instant now) {
    Instant asked = request.timeToLive();
    if (asked != null && !asked.isAfter(now)) {
      throw new UnusableAgreement("'timeToLive' is over: " + asked + ".");
    }
    if (asked != null && asked.isAfter(XsDateTime.LAST)) {
      throw new UnusableAgreement("'timeToLive' is after the year 9999: " + asked + ".");
    }
    if (asked != null || !acknowledged) {
      return asked;
    }
    return now.plus(channel.reliability().senderWaits()).plus(BEYOND_LAST_RETRY);
  }
}
