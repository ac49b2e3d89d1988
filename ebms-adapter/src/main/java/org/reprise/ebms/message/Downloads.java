package org.reprise.ebms.message;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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

  /**
   * An envelope.
   *
   * @param name for the error where the message has none
   */
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

  /**
   * The content of a payload.
   *
   * @param number from 1
   * @param content opens it
   */
  static ResponseEntity<Resource> of(
      Message message, int number, Function<StoredPayload, InputStream> content) {
    List<StoredPayload> payloads = message.payloads();
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
        .body(new InputStreamResource(() -> content.apply(payload)));
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
}
