package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.springframework.util.MimeType;

/** Reads the body of an HTTP request or answer. Safe for use by several threads. */
public final class MessageReader {
  private final EnvelopeReader envelopes;
  private final PackagingLimits limits;
  private final Path spools;

  /**
   * A reader with these limits.
   *
   * @param spools a directory for payloads that are too large for memory
   */
  public MessageReader(EnvelopeReader envelopes, PackagingLimits limits, Path spools) {
    this.envelopes = envelopes;
    this.limits = limits;
    this.spools = spools;
  }

  /**
   * Reads a message.
   *
   * @param contentType the header, null where it is missing
   * @param contentEncoding the header, null where it is missing
   * @param length bytes of the body, negative where that is not known
   * @param body stays the caller's to close
   * @return the message; the caller's to close
   * @throws RefusedMessage where the body is no message
   * @throws Spool.Failed where the service cannot keep a payload for a moment
   * @throws IOException where the body ends before it should, or its sender closed the connection
   */
  public Packaged read(
      @Nullable String contentType, @Nullable String contentEncoding, long length, InputStream body)
      throws IOException {
    if (contentEncoding != null
        && !contentEncoding.strip().toLowerCase(Locale.ROOT).equals("identity")) {
      // A few bytes could become very many.
      throw ContentTypes.unsupported(
          "Content-Encoding '%s' is not read".formatted(contentEncoding));
    }
    MimeType type = ContentTypes.parse(contentType);
    if (length > limits.message().toBytes()) {
      throw BoundedBody.tooLarge("The body", limits.message().toBytes());
    }
    InputStream bounded = new BoundedBody(body, limits);
    if (ContentTypes.isTextXml(type)) {
      byte[] document = document(bounded, length);
      String encoding = ContentTypes.encoding(type);
      return new Packaged(
          document,
          encoding,
          envelopes.read(new ByteArrayInputStream(document), encoding),
          List.of());
    }
    if (ContentTypes.isMultipartRelated(type)) {
      return new MultipartReader(envelopes, limits, spools, type).read(bounded);
    }
    throw ContentTypes.unsupported(
        "Content-Type must be text/xml or multipart/related, was "
            + type.getType()
            + "/"
            + type.getSubtype());
  }

  /**
   * Reads an answer to a message.
   *
   * @return the answer; the caller's to close
   * @throws RefusedMessage where the body is no message
   */
  public Packaged readAnswer(String contentType, byte[] body) throws IOException {
    return read(contentType, null, body.length, new ByteArrayInputStream(body));
  }

  /**
   * What an answer to a message says was wrong with it; empty where it cannot be read or reports no
   * error.
   */
  private Optional<String> reportedError(String contentType, byte[] body) {
    if (body.length == 0 || contentType.isEmpty()) {
      return Optional.empty();
    }
    try (Packaged answer = readAnswer(contentType, body)) {
      return Optional.ofNullable(answer.envelope().reportedError());
    } catch (RefusedMessage | IOException e) {
      return Optional.empty();
    }
  }

  /** Why a partner refused a message, in one line for people: its status and what it says. */
  public String whyRefused(int status, String contentType, byte[] body) {
    return "The partner answered with status %d%s"
        .formatted(status, reportedError(contentType, body).map(e -> ": " + e).orElse("."));
  }

  private byte[] document(InputStream body, long length) throws IOException {
    long limit = limits.envelope().toBytes();
    if (length > limit) {
      throw BoundedBody.tooLarge("The envelope", limit);
    }
    byte[] document =
        length >= 0 ? body.readNBytes((int) length) : body.readNBytes((int) limit + 1);
    if (document.length > limit) {
      throw BoundedBody.tooLarge("The envelope", limit);
    }
    return document;
  }
}
