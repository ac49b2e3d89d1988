package org.reprise.ebms.message;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.ebms.packaging.Octets;
import org.reprise.ebms.packaging.PackagingLimits;
import org.reprise.ebms.packaging.Payload;
import org.reprise.ebms.signal.SignalRequests;
import org.reprise.kit.web.KnownParametersOnly;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.util.UriComponentsBuilder;

/** Sends business messages, and tells what became of them. */
@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/messages")
class MessageController {
  private static final Pattern PRINTABLE =
      Pattern.compile("[^\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF]{1,1000}");
  // RFC 2822, section 3.6.4, as far as it can break something.
  private static final Pattern MESSAGE_ID =
      Pattern.compile("[^\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF\\s<>]{1,1000}");

  private final Messages messages;
  private final MessageTable table;
  private final PayloadTable payloads;
  private final MessageStates states;
  private final Agreements agreements;
  private final SignalRequests requests;
  private final PackagingLimits limits;

  MessageController(
      Messages messages,
      MessageTable table,
      PayloadTable payloads,
      MessageStates states,
      Agreements agreements,
      SignalRequests requests,
      PackagingLimits limits) {
    this.messages = messages;
    this.table = table;
    this.payloads = payloads;
    this.states = states;
    this.agreements = agreements;
    this.requests = requests;
    this.limits = limits;
  }

  private static Messages.Request check(Messages.Request message) {
    checkRequired("cpaId", message.cpaId());
    checkRequired("fromPartyId", message.fromPartyId());
    checkRequired("toPartyId", message.toPartyId());
    checkRequired("service", message.service());
    check("serviceType", message.serviceType(), PRINTABLE);
    checkRequired("action", message.action());
    check("messageId", message.messageId(), MESSAGE_ID);
    check("conversationId", message.conversationId(), PRINTABLE);
    check("refToMessageId", message.refToMessageId(), MESSAGE_ID);
    return message;
  }

  private static void checkRequired(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw MessageView.problem("'%s' is missing.".formatted(name));
    }
    check(name, value, PRINTABLE);
  }

  private static void check(String name, @Nullable String value, Pattern allowed) {
    if (value != null
        && (!allowed.matcher(value).matches()
            || (allowed == MESSAGE_ID && MessageIds.isTooLong(value)))) {
      String rule =
          allowed == MESSAGE_ID
              ? "be an identifier of a message: up to 1000 bytes, no white space, no angle brackets."
              : "have 1 to 1000 characters that XML can hold, none of them a control character.";
      throw MessageView.problem("'%s' must %s".formatted(name, rule));
    }
  }

  record Accepted(String messageId) {}

  /** Sends a message: a JSON part {@code message}, and parts {@code payload} in order. */
  @PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  @ResponseStatus(HttpStatus.ACCEPTED)
  ResponseEntity<Accepted> send(
      @RequestPart("message") Messages.Request message,
      @RequestPart(name = "payload", required = false) @Nullable List<MultipartFile> payload,
      HttpServletRequest form)
      throws IOException, ServletException {
    List<MultipartFile> files = payload == null ? List.of() : payload;
    if (form.getParts().size() != 1 + files.size()) {
      throw MessageView.problem(
          "A form has a part 'message' and parts 'payload' with a filename each, and no others.");
    }
    long size = files.stream().mapToLong(MultipartFile::getSize).sum();
    if (size + limits.envelope().toBytes() > limits.message().toBytes()
        || files.size() >= limits.parts()) {
      throw MessageView.problem(
          HttpStatus.CONTENT_TOO_LARGE,
          "%d payloads of %d bytes together are more than this message handler itself would take (reprise.ebms.limits)."
              .formatted(files.size(), size));
    }
    return accepted(
        messages.send(check(message), files.stream().map(MessageController::payload).toList()));
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.ACCEPTED)
  ResponseEntity<Accepted> sendAlone(
      @org.springframework.web.bind.annotation.RequestBody Messages.Request message)
      throws IOException {
    return accepted(messages.send(check(message), List.of()));
  }

  private static ResponseEntity<Accepted> accepted(String messageId) {
    URI location = UriComponentsBuilder.fromPath("/api/v1/messages/{messageId}").build(messageId);
    return ResponseEntity.accepted().location(location).body(new Accepted(messageId));
  }

  private static PayloadTable.New payload(MultipartFile file) {
    String given = file.getContentType();
    String type = given == null ? MediaType.APPLICATION_OCTET_STREAM_VALUE : given;
    try {
      MediaType parsed = MediaType.parseMediaType(type);
      return new PayloadTable.New(
          new Payload("", parsed.toString(), new Octets(file.getSize(), file)), null, false);
    } catch (InvalidMediaTypeException e) {
      throw MessageView.problem("A payload's Content-Type is not valid: " + e.getMessage());
    }
  }

  @GetMapping
  MessageView.Page list(@ParameterObject @ModelAttribute MessageQuery query) {
    List<State> wanted = MessageView.states(query.state(), Direction.OUT);
    return MessageView.Page.of(
        table.list(Direction.OUT, wanted, query, query.isNewestFirst()),
        Direction.OUT,
        query.max());
  }

  @GetMapping("/{messageId}")
  MessageView get(@PathVariable String messageId) {
    Message message = table.getSent(messageId);
    return MessageView.whole(message, Direction.OUT, payloads.of(message.id()));
  }

  /** The content of a payload as it was sent, by its number from 1. */
  @GetMapping("/{messageId}/payloads/{number}")
  ResponseEntity<Resource> payload(@PathVariable String messageId, @PathVariable int number) {
    return Downloads.of(table.getSent(messageId), number, payloads);
  }

  /** The envelope as it was sent, with its signature: evidence beside the payloads. */
  @GetMapping(path = "/{messageId}/envelope", produces = MediaType.APPLICATION_XML_VALUE)
  ResponseEntity<byte[]> envelope(@PathVariable String messageId) {
    Message message = table.getSent(messageId);
    return Downloads.of(message, "envelope", Optional.of(table.envelope(message.id())));
  }

  /**
   * The envelope by which the partner acknowledged the message, or by which it refused the message,
   * as it came: with its signature the evidence that the partner has the message.
   */
  @GetMapping(path = "/{messageId}/acknowledgment", produces = MediaType.APPLICATION_XML_VALUE)
  ResponseEntity<byte[]> acknowledgment(@PathVariable String messageId) {
    Message message = table.getSent(messageId);
    return Downloads.of(message, "acknowledgment", table.acknowledgment(message.id()));
  }

  /** Sends a message that failed or expired again, as a new one; idempotent. */
  @PostMapping("/{messageId}/resend")
  @ResponseStatus(HttpStatus.ACCEPTED)
  ResponseEntity<Accepted> resend(@PathVariable String messageId) throws IOException {
    return accepted(messages.resend(messageId));
  }

  /** Keeps a pending message from being sent until it is released, or its TimeToLive ends. */
  @PostMapping("/{messageId}/hold")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void hold(@PathVariable String messageId) {
    states.hold(messageId);
  }

  /** Lets a message that was held be sent. */
  @PostMapping("/{messageId}/release")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void release(@PathVariable String messageId) {
    states.release(messageId);
  }

  /** Gives a pending message up: it is failed. */
  @PostMapping("/{messageId}/cancel")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable String messageId) {
    states.cancel(messageId);
  }

  record Asked(String requestId) {}

  /** Asks the partner what became of a message (ebMS 2.0, section 7). */
  @PostMapping("/{messageId}/status-requests")
  @ResponseStatus(HttpStatus.ACCEPTED)
  Asked ask(@PathVariable String messageId) {
    Message message = table.getSent(messageId);
    MessageHeader header = message.header();
    String requestId =
        requests.send(
            new SignalRequests.Request(
                agreements.inForce(header.cpaId()),
                header.conversationId(),
                header.from().ids().getFirst().toString(),
                header.to().ids().getFirst().toString(),
                Signal.STATUS_REQUEST,
                new Content.StatusRequest(messageId),
                message.id()));
    return new Asked(requestId);
  }

  record Questions(List<SignalRequests.StatusRequest> statusRequests) {}

  /** What the partner was asked about a message and answered, the first one first. */
  @GetMapping("/{messageId}/status-requests")
  Questions questions(@PathVariable String messageId) {
    return new Questions(requests.ofMessage(table.getSent(messageId).id()));
  }

  record Attempts(List<MessageTable.Attempt> attempts) {}

  /** What became of each try to send a message, the first one first; of the last hundred. */
  @GetMapping("/{messageId}/attempts")
  Attempts attempts(@PathVariable String messageId) {
    return new Attempts(table.attempts(table.getSent(messageId).id()));
  }
}
