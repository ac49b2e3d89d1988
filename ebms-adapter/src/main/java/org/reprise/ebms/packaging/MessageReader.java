package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;

/** Reads the body of an HTTP request or answer. Safe for use by several threads. */
public final class MessageReader {
  private static final Logger LOG = LoggerFactory.getLogger(MessageReader.class);

  /**
   * Bytes of heap for each byte of an envelope: the document, what is read of it, and the tree with
   * its canonical form that a signature needs. Measured with the documents that cost most within
   * the limits, which alternate between processing instructions and short texts: 32 where all of
   * that is held at once (JDK 25).
   */
  public static final int HEAP_FOR_A_BYTE = 40;

  private final EnvelopeReader envelopes;
  private final MemoryBudget memory;
  // Answers are bounded where they come from.
  private final MemoryBudget ofAnswers = new MemoryBudget(Long.MAX_VALUE, Duration.ZERO);
  private final PackagingLimits limits;
  private final Path spools;

  /** Takes memory for envelopes that are not small, and a directory for what else is not. */
  public MessageReader(
      EnvelopeReader envelopes, MemoryBudget memory, PackagingLimits limits, Path spools) {
    this.envelopes = envelopes;
    this.memory = memory;
    this.limits = limits;
    this.spools = spools;
  }

  /**
   * Reads a message of a request. Until all of it is there, only kilobytes of it are in memory.
   *
   * @param length bytes of the body, negative where that is not known
   * @param body stays the caller's to close
   * @return the message; the caller's to close
   * @throws RefusedMessage where the body is no message; 503 where others hold too much memory, or
   *     the disk does not take it
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
    return read(contentType, length, body, new Spool(spools), memory);
  }

  /** Reads an answer, which the caller closes; throws RefusedMessage where it is no message. */
  public Packaged readAnswer(String contentType, byte[] body) throws IOException {
    return read(
        contentType,
        body.length,
        new ByteArrayInputStream(body),
        new Spool(spools, body.length),
        ofAnswers);
  }

  private Packaged read(
      @Nullable String contentType, long length, InputStream body, Spool spool, MemoryBudget budget)
      throws IOException {
    try {
      MimeType type = ContentTypes.parse(contentType);
      if (length > limits.message().toBytes()) {
        throw BoundedBody.tooLarge("The body", limits.message().toBytes());
      }
      InputStream bounded = new BoundedBody(body, limits);
      if (type.equalsTypeAndSubtype(MediaType.TEXT_XML)) {
        return envelopeAlone(type, length, bounded, spool, budget);
      }
      if (type.equalsTypeAndSubtype(MediaType.MULTIPART_RELATED)) {
        return new MultipartReader(this, budget, limits, spool, type).read(bounded);
      }
      throw ContentTypes.unsupported(
          "Content-Type must be text/xml or multipart/related, was "
              + type.getType()
              + "/"
              + type.getSubtype());
    } catch (Throwable e) {
      spool.close();
      throw e;
    }
  }

  private Packaged envelopeAlone(
      MimeType type, long length, InputStream body, Spool spool, MemoryBudget budget)
      throws IOException {
    if (length > limits.envelope().toBytes()) {
      throw BoundedBody.tooLarge("The envelope", limits.envelope().toBytes());
    }
    Octets document = envelope(body, limits, spool);
    String encoding = ContentTypes.encoding(type);
    return open(document, encoding, List.of(), spool, budget);
  }

  /** Reads an envelope that is here whole; throws RefusedMessage, 503 where memory is short. */
  Packaged open(
      Octets document,
      @Nullable String encoding,
      List<Payload> payloads,
      Spool spool,
      MemoryBudget budget) {
    // Smaller ones are bounded by the number of connections. A tree of one lives as long as a
    // processor works on it. So a Ping never waits for memory that others hold.
    MemoryBudget.Share share =
        document.size() <= Spool.IN_MEMORY
            ? budget.nothing()
            : budget.take(HEAP_FOR_A_BYTE * document.size());
    try {
      byte[] bytes = document.read();
      Envelope envelope = envelopes.read(new ByteArrayInputStream(bytes), encoding);
      return new Packaged(bytes, encoding, envelope, payloads, spool, share);
    } catch (Throwable e) {
      share.close();
      throw e;
    }
  }

  static Octets envelope(InputStream content, PackagingLimits limits, Spool spool)
      throws IOException {
    long max = limits.envelope().toBytes();
    Octets document = spool.keep(content, max + 1);
    if (document.size() > max) {
      throw BoundedBody.tooLarge("The envelope", max);
    }
    return document;
  }

  /** As {@link #readAnswer}; null if there is no readable answer. */
  public @Nullable Packaged answerOrNull(String contentType, byte[] body) {
    if (body.length == 0 || contentType.isEmpty()) {
      return null;
    }
    try {
      return readAnswer(contentType, body);
    } catch (RefusedMessage | IOException e) {
      LOG.debug("A partner's answer cannot be read: {}", e.getMessage());
      return null;
    }
  }

  /** Why a partner refused a message, in one line for people: its status and what it says. */
  public String whyRefused(int status, String contentType, byte[] body) {
    try (Packaged answer = answerOrNull(contentType, body)) {
      String error = answer == null ? null : answer.envelope().reportedError();
      return "The partner answered with status %d%s"
          .formatted(status, error == null ? "." : ": " + error);
    }
  }
}
