package org.reprise.ebms.signal;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendResult;
import org.springframework.stereotype.Component;

/**
 * Sends signals that another signal answers: Ping and StatusRequest (ebMS 2.0, sections 7 and 8).
 * Where the agreement says so, the answer is in the HTTP response; else it comes later as a message
 * of its own.
 */
@Component
public final class SignalRequests {
  private final LocalParties localParties;
  private final Partners partners;
  private final MessageReader reader;

  public SignalRequests(LocalParties localParties, Partners partners, MessageReader reader) {
    this.localParties = localParties;
    this.partners = partners;
    this.reader = reader;
  }

  /**
   * What is asked.
   *
   * @param conversationId of the conversation that it belongs to; null for a new one
   */
  public record Request(
      String cpaId,
      @Nullable String conversationId,
      PartyInfo from,
      PartyInfo to,
      Signal signal,
      Signal answer,
      Content content) {}

  /**
   * Where requests and what becomes of them are stored.
   *
   * @param insert stores the identifier of a request that is about to be sent
   * @param answered stores the answer that came in the HTTP response; false where it does not
   *     answer the request
   * @param failed stores, for an identifier, why no answer will come
   */
  public record Records(
      Consumer<String> insert,
      BiPredicate<Envelope, MessageHeader> answered,
      BiConsumer<String, String> failed) {}

  /**
   * Sends a request; returns when it is in the partner's queue.
   *
   * @return its identifier
   * @throws UnusableAgreement where the sender is not served here, or messages may not be sent to
   *     the receiver's endpoint
   * @throws PartnerUnavailable where the partner's queue is full or it does not answer
   */
  public String send(Request request, Records records) throws PartnerUnavailable {
    localParties.checkSender(request.from);
    URI endpoint = request.to.defaultChannel().endpoint();
    partners.checkAllowed(endpoint);
    Partners.Room room = partners.reserve(endpoint);
    try {
      String id = MessageIds.next(request.from.defaultChannel().endpoint().getHost());
      Outgoing outgoing = outgoing(id, request, records);
      records.insert.accept(id);
      room.use(outgoing);
      return id;
    } catch (RuntimeException e) {
      room.giveBack();
      throw e;
    }
  }

  private Outgoing outgoing(String id, Request request, Records records) {
    boolean inResponse = request.from.defaultChannel().syncReplyMode() != SyncReplyMode.NONE;
    String conversation = request.conversationId;
    MessageHeader header =
        new MessageHeader(
            new Party(request.from.ids(), null),
            new Party(request.to.ids(), null),
            request.cpaId,
            conversation == null ? id.substring(0, id.indexOf('@')) : conversation,
            Service.SIGNALS,
            request.signal.action(),
            new MessageData(id, Instant.now(), null, null),
            false);
    return Outgoing.signal(
        request.signal.action() + " " + id,
        EnvelopeWriter.write(new Envelope(header, inResponse, null, null, null, request.content)),
        System.nanoTime() + partners.settings().giveUpAfter().toNanos(),
        result -> {
          String failure =
              switch (result) {
                case SendResult.Delivered delivered ->
                    takeAnswer(id, request, records, inResponse, delivered);
                case SendResult.Refused refused ->
                    reader.whyRefused(refused.status(), refused.contentType(), refused.answer());
                case SendResult.GivenUp given -> given.reason();
                case SendResult.Unsent unsent -> unsent.reason();
                case SendResult.Abandoned abandoned -> "The service stopped.";
              };
          if (failure != null) {
            records.failed.accept(id, failure);
          }
        });
  }

  // Says what is wrong with the HTTP response; null for nothing.
  private @Nullable String takeAnswer(
      String id,
      Request request,
      Records records,
      boolean inResponse,
      SendResult.Delivered delivered) {
    if (delivered.answer().length == 0) {
      return inResponse
          ? "The partner answered without a %s, which the agreement wants at once."
              .formatted(request.answer.action())
          : null;
    }
    try (Packaged answer = reader.readAnswer(delivered.contentType(), delivered.answer())) {
      Envelope envelope = answer.envelope();
      MessageHeader header = envelope.header();
      String error = envelope.reportedError();
      if (error != null) {
        return "The partner answered with an error: " + error;
      }
      boolean isAnswer =
          header != null
              && request.answer.action().equals(header.action())
              && id.equals(header.messageData().refToMessageId())
              && records.answered.test(envelope, header);
      return isAnswer
          ? null
          : "The partner's answer is no %s to this %s."
              .formatted(request.answer.action(), request.signal.action());
    } catch (RefusedMessage | IOException e) {
      return "The partner's answer cannot be read: " + e.getMessage();
    }
  }
}
