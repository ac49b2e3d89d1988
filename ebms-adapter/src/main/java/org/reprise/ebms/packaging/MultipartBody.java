package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.springframework.core.io.InputStreamSource;

/**
 * A message with payloads as multipart/related (ebMS 2.0, section 2.1.2): the envelope first, then
 * the payloads as they are, without a transfer encoding.
 */
public final class MultipartBody implements Body {
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

  /** Returns the body of a message: the envelope alone where there are no payloads. */
  public static Body of(byte[] document, List<Part> parts) {
    return parts.isEmpty()
        ? Body.envelope(document)
        : new MultipartBody(document, parts, "reprise-" + UUID.randomUUID());
  }

  /**
   * A body.
   *
   * @param boundary occurs in no payload: a random one
   */
  public MultipartBody(byte[] document, List<Part> parts, String boundary) {
    this.document = document.clone();
    this.parts = List.copyOf(parts);
    this.boundary = boundary;
  }

  @Override
  public String contentType() {
    return "multipart/related; boundary=\"%s\"; type=\"text/xml\"; start=\"<%s>\""
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

  @Override
  public long length() {
    long length = rootHead().length + document.length + BETWEEN.length + end().length;
    for (Part part : parts) {
      length += head(part.contentType, part.contentId).length + part.size + BETWEEN.length;
    }
    return length;
  }

  @Override
  public void writeTo(OutputStream to) throws IOException {
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
