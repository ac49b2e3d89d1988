package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The body of an HTTP request that carries a message: an envelope alone, or multipart/related (ebMS
 * 2.0, section 2.1.2) with the envelope first, then the payloads as they are, without a transfer
 * encoding. It may be written several times.
 */
public record Body(String contentType, List<Octets> pieces) {
  private static final String TEXT_XML = "text/xml; charset=UTF-8";

  public Body {
    pieces = List.copyOf(pieces);
  }

  /** Returns a message in UTF-8; without payloads, the body is the envelope alone. */
  public static Body of(byte[] document, List<Payload> payloads) {
    if (payloads.isEmpty()) {
      return new Body(TEXT_XML, List.of(Octets.of(document)));
    }
    // Random, so that it occurs in no payload; the envelope's identifier is as unique.
    String boundary = "reprise-" + UUID.randomUUID();
    String root = "envelope-" + boundary;
    List<Octets> pieces = new ArrayList<>();
    add(pieces, boundary, new Payload(root, TEXT_XML, Octets.of(document)));
    payloads.forEach(payload -> add(pieces, boundary, payload));
    pieces.add(ascii("--" + boundary + "--\r\n"));
    return new Body(
        "multipart/related; boundary=\"%s\"; type=\"text/xml\"; start=\"<%s>\""
            .formatted(boundary, root),
        pieces);
  }

  private static void add(List<Octets> pieces, String boundary, Payload part) {
    pieces.add(
        ascii(
            "--%s\r\nContent-Type: %s\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <%s>\r\n\r\n"
                .formatted(boundary, part.contentType(), part.contentId())));
    pieces.add(part.content());
    pieces.add(ascii("\r\n"));
  }

  private static Octets ascii(String text) {
    return Octets.of(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the number of bytes. */
  public long length() {
    return pieces.stream().mapToLong(Octets::size).sum();
  }

  public void writeTo(OutputStream to) throws IOException {
    for (Octets piece : pieces) {
      try (InputStream content = piece.open()) {
        content.transferTo(to);
      }
    }
  }
}
