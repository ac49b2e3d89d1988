package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.springframework.core.io.InputStreamSource;

/**
 * The body of an HTTP request that carries a message: an envelope alone, or multipart/related (ebMS
 * 2.0, section 2.1.2) with the envelope first, then the payloads as they are, without a transfer
 * encoding. It may be written several times.
 */
public final class Body {
  private static final String TEXT_XML = "text/xml; charset=UTF-8";
  private static final String ROOT = "envelope";

  private final byte[] document;
  private final List<Part> parts;
  private final String boundary;

  /**
   * A payload that is written from where it is kept.
   *
   * @param contentId without angle brackets
   * @param size bytes of the content
   * @param content opened each time the part is written
   */
  public record Part(String contentId, String contentType, long size, InputStreamSource content) {}

  /**
   * Returns a message; its envelope is in UTF-8.
   *
   * @param parts the payloads; without any, the body is the envelope alone
   */
  public static Body of(byte[] document, List<Part> parts) {
    return new Body(document, parts, parts.isEmpty() ? "" : "reprise-" + UUID.randomUUID());
  }

  /**
   * Returns a message.
   *
   * @param boundary occurs in no payload: a random one
   */
  public Body(byte[] document, List<Part> parts, String boundary) {
    this.document = document;
    this.parts = List.copyOf(parts);
    this.boundary = boundary;
  }

  public String contentType() {
    return parts.isEmpty()
        ? TEXT_XML
        : "multipart/related; boundary=\"%s\"; type=\"text/xml\"; start=\"<%s>\""
            .formatted(boundary, rootId());
  }

  // As unique as the boundary.
  private String rootId() {
    return ROOT + "-" + boundary;
  }

  private byte[] head(String contentType, String contentId) {
    return ascii(
        "--%s\r\nContent-Type: %s\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <%s>\r\n\r\n"
            .formatted(boundary, contentType, contentId));
  }

  private byte[] rootHead() {
    return head(TEXT_XML, rootId());
  }

  private static final byte[] BETWEEN = ascii("\r\n");

  private byte[] end() {
    return ascii("--" + boundary + "--\r\n");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the number of bytes. */
  public long length() {
    if (parts.isEmpty()) {
      return document.length;
    }
    long length = rootHead().length + document.length + BETWEEN.length + end().length;
    for (Part part : parts) {
      length += head(part.contentType, part.contentId).length + part.size + BETWEEN.length;
    }
    return length;
  }

  public void writeTo(OutputStream to) throws IOException {
    if (parts.isEmpty()) {
      to.write(document);
      return;
    }
    to.write(rootHead());
    to.write(document);
    to.write(BETWEEN);
    for (Part part : parts) {
      to.write(head(part.contentType, part.contentId));
      try (InputStream content = part.content.getInputStream()) {
        content.transferTo(to);
      }
      to.write(BETWEEN);
    }
    to.write(end());
  }
}
