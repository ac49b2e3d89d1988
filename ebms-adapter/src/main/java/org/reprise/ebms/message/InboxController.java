package org.reprise.ebms.message;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.ebms.message.Message.StoredPayload;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Hands received messages to applications. */
@RestController
@RequestMapping("/api/v1/inbox")
class InboxController {
  private final Inbox inbox;

  InboxController(Inbox inbox) {
    this.inbox = inbox;
  }

  /**
   * Received messages, oldest first; those that no application has yet, unless others are asked.
   */
  @GetMapping
  MessageView.Page list(
      @RequestParam(defaultValue = "received") String state,
      @RequestParam(defaultValue = "0") long after,
      @RequestParam(defaultValue = "100") int limit) {
    List<State> states = MessageView.states(state, State.RECEIVED, State.PROCESSED);
    return MessageView.Page.of(
        inbox.list(states, after, MessageView.limit(limit)), Direction.IN, limit);
  }

  @GetMapping("/{messageId}")
  MessageView get(@PathVariable String messageId) {
    return MessageView.whole(message(messageId), Direction.IN);
  }

  private Message message(String messageId) {
    return inbox.find(messageId).orElseThrow(() -> new MessageNotFound(messageId));
  }

  /** The content of a payload, by its number from 1. */
  @GetMapping("/{messageId}/payloads/{number}")
  ResponseEntity<Resource> payload(@PathVariable String messageId, @PathVariable int number) {
    List<StoredPayload> payloads = message(messageId).payloads();
    if (number < 1 || number > payloads.size()) {
      throw MessageView.problem(
          HttpStatus.NOT_FOUND,
          "The message '%s' has %d payloads, no number %d."
              .formatted(messageId, payloads.size(), number));
    }
    StoredPayload payload = payloads.get(number - 1);
    return ResponseEntity.ok()
        .contentType(type(payload.contentType()))
        .contentLength(payload.size())
        // A browser must not run what somebody sent.
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
        .body(new InputStreamResource(() -> inbox.open(payload)));
  }

  private static MediaType type(@Nullable String given) {
    try {
      return given == null || given.isEmpty()
          ? MediaType.APPLICATION_OCTET_STREAM
          : MediaType.parseMediaType(given);
    } catch (InvalidMediaTypeException e) {
      return MediaType.APPLICATION_OCTET_STREAM;
    }
  }

  /** An application has the message: it is not listed any more. Doing it again changes nothing. */
  @PutMapping("/{messageId}/processed")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void processed(@PathVariable String messageId) {
    inbox.markProcessed(messageId);
  }
}
