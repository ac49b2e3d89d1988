package org.reprise.ebms.message;

import java.util.List;
import java.util.Optional;
import org.reprise.ebms.message.Message.StoredPayload;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Downloads of what partners and this service sent. A browser must not run any of it. */
final class Downloads {
  private Downloads() {}

  /** Returns an envelope; an error calls a missing one by the name. */
  static ResponseEntity<byte[]> of(Message message, String name, Optional<byte[]> envelope) {
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_XML)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
        .body(
            envelope.orElseThrow(() ->
                MessageView.problem(
                    HttpStatus.NOT_FOUND,
                    "The message '%s' has no %s."
                        .formatted(message.header().messageData().messageId(), name))));
  }

  /** Returns the content of a payload, whose number is from 1. */
  static ResponseEntity<Resource> of(Message message, int number, PayloadTable table) {
    List<StoredPayload> payloads = table.of(message.id());
    if (number < 1 || number > payloads.size()) {
      throw MessageView.problem(
          HttpStatus.NOT_FOUND,
          "The message '%s' has %d payloads, no number %d."
              .formatted(message.header().messageData().messageId(), payloads.size(), number));
    }
    StoredPayload payload = payloads.get(number - 1);
    return ResponseEntity.ok()
        .contentType(type(payload.contentType()))
        .contentLength(payload.size())
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
        .body(new InputStreamResource(() -> table.open(payload)));
  }

  private static MediaType type(String given) {
    try {
      MediaType type = MediaType.parseMediaType(given);
      return type.isConcrete() ? type : MediaType.APPLICATION_OCTET_STREAM;
    } catch (InvalidMediaTypeException e) {
      return MediaType.APPLICATION_OCTET_STREAM;
    }
  }
}
