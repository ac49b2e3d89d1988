package org.reprise.ebms.message;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.kit.web.KnownParametersOnly;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Hands received messages to applications. A message that did not ask to be delivered once is there
 * as often as it came; {@code copy} names which one, the first that is kept where it is not given.
 */
@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/inbox")
class InboxController {
  private final MessageTable table;
  private final PayloadTable payloads;

  InboxController(MessageTable table, PayloadTable payloads) {
    this.table = table;
    this.payloads = payloads;
  }

  /** Received messages, oldest first; by default those that no application has yet. */
  @GetMapping
  MessageView.Page list(@ParameterObject @ModelAttribute MessageQuery query) {
    String state = query.state() == null ? "received" : query.state();
    List<State> states = MessageView.states(state, Direction.IN);
    return MessageView.Page.of(
        table.list(Direction.IN, states, query, query.isNewestFirst()), Direction.IN, query.max());
  }

  @GetMapping("/{messageId}")
  MessageView get(
      @PathVariable String messageId, @RequestParam(required = false) @Nullable Integer copy) {
    Message message = message(messageId, copy);
    return MessageView.whole(message, Direction.IN, payloads.of(message.id()));
  }

  private Message message(String messageId, @Nullable Integer copy) {
    return table
        .find(Direction.IN, messageId, copy)
        .orElseThrow(() -> MessageView.notFound(messageId));
  }

  /** The content of a payload, by its number from 1. */
  @GetMapping("/{messageId}/payloads/{number}")
  ResponseEntity<Resource> payload(
      @PathVariable String messageId,
      @PathVariable int number,
      @RequestParam(required = false) @Nullable Integer copy) {
    return Downloads.of(message(messageId, copy), number, payloads);
  }

  /** The envelope as it came, with its signature: evidence beside the payloads. */
  @GetMapping(path = "/{messageId}/envelope", produces = MediaType.APPLICATION_XML_VALUE)
  ResponseEntity<byte[]> envelope(
      @PathVariable String messageId, @RequestParam(required = false) @Nullable Integer copy) {
    Message message = message(messageId, copy);
    return Downloads.of(message, "envelope", Optional.of(table.envelope(message.id())));
  }

  /** The Acknowledgment as it was sent: evidence that the message was received. */
  @GetMapping(path = "/{messageId}/acknowledgment", produces = MediaType.APPLICATION_XML_VALUE)
  ResponseEntity<byte[]> acknowledgment(
      @PathVariable String messageId, @RequestParam(required = false) @Nullable Integer copy) {
    Message message = message(messageId, copy);
    return Downloads.of(message, "acknowledgment", table.acknowledgment(message.id()));
  }

  /** An application has the message: it is not listed any more. Doing it again changes nothing. */
  @PutMapping("/{messageId}/processed")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void processed(
      @PathVariable String messageId, @RequestParam(required = false) @Nullable Integer copy) {
    table.markProcessed(message(messageId, copy).id());
  }
}
