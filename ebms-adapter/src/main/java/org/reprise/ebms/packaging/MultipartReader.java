package org.reprise.ebms.packaging;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.RefusedMessage;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;

/** Reads multipart/related (RFC 2387) as it comes; {@code start} names the envelope. */
final class MultipartReader {
  private static final int NOT_A_MESSAGE = 400;
  // Characters of all Content-IDs and Content-Types, which stay in memory.
  private static final int NAMES = 2_000;
  private static final int NAMES_OF_A_PART = 300;
  private static final Set<String> TRANSFER_ENCODINGS =
      Set.of("7bit", "8bit", "binary", "base64", "quoted-printable");
  // What mime4j says of content that is not in its transfer encoding, before it goes on.
  private static final Pattern CORRUPT =
      Pattern.compile(
          "Unexpected (base64 byte|end of BASE64 stream|padding character|==)|Malformed encoded value");

  private final MessageReader reader;
  private final MemoryBudget memory;
  private final PackagingLimits limits;
  private final Spool spool;
  private final MimeType type;
  private final @Nullable String start;
  private final Set<String> contentIds = new HashSet<>();
  private final List<Payload> payloads = new ArrayList<>();
  private @Nullable Octets document;
  private @Nullable String encoding;
  private int count;
  private int namesLeft;

  MultipartReader(
      MessageReader reader,
      MemoryBudget memory,
      PackagingLimits limits,
      Spool spool,
      MimeType type) {
    this.reader = reader;
    this.memory = memory;
    this.limits = limits;
    this.spool = spool;
    this.namesLeft = NAMES + limits.parts() * NAMES_OF_A_PART;
    this.type = type;
    String named = ContentTypes.parameter(type, "start");
    this.start = named == null ? null : ContentId.bare(named);
    String root = ContentTypes.parameter(type, "type");
    if (root != null && !root.toLowerCase(Locale.ROOT).startsWith("text/xml")) {
      throw ContentTypes.unsupported("the root part must be text/xml, was " + root);
    }
  }

  Packaged read(InputStream body) throws IOException {
    String boundary = ContentTypes.parameter(type, "boundary");
    if (boundary == null || boundary.isEmpty()) {
      throw problem("Content-Type", "The boundary is missing");
    }
    MimeTokenStream stream = new MimeTokenStream(config(), monitor, null);
    stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
    stream.parseHeadless(body, "multipart/related; boundary=\"" + boundary + "\"");
    try {
      parts(stream);
    } catch (MimeException e) {
      // The messages of the outer exceptions only repeat the names of inner classes.
      String reason = NestedExceptionUtils.getMostSpecificCause(e).getMessage();
      throw withHeader(problem("/", "The parts cannot be read: " + reason));
    } catch (RefusedMessage e) {
      throw withHeader(e);
    }
    return message();
  }

  private Packaged message() throws IOException {
    if (document == null) {
      throw problem(
          "Content-Type",
          start == null ? "There is no part" : "There is no part with Content-ID " + start);
    }
    Packaged opened = reader.open(document, encoding, payloads, spool, memory);
    try {
      checkManifest(opened.envelope());
      return opened;
    } catch (RefusedMessage e) {
      opened.memory().close();
      throw e.of(opened.envelope());
    }
  }

  /**
   * Adds the header to the refusal of a message whose envelope came before what is wrong, if there
   * is memory and disk to read it. Where the envelope itself is wrong, that is reported instead.
   */
  private RefusedMessage withHeader(RefusedMessage refusal) {
    if (document == null) {
      return refusal;
    }
    try {
      Packaged opened = reader.open(document, encoding, payloads, spool, memory);
      opened.memory().close();
      return refusal.of(opened.envelope());
    } catch (RefusedMessage e) {
      return e.isTemporary() ? refusal : e;
    }
  }

  /** Accepts what is unusual, but nothing that loses content. */
  private final DecodeMonitor monitor =
      new DecodeMonitor() {
        private boolean isOdd;
        private boolean isCut;

        @Override
        public boolean warn(String error, String dropDesc) {
          if (CORRUPT.matcher(error).find()) {
            throw problem("/", "A part is not in its Content-Transfer-Encoding: " + error);
          }
          // A part may have no content, but no content that is read as a header.
          isOdd |= error.contains("Invalid header");
          isCut |= error.contains("end of headers");
          return error.contains("premature") || (isOdd && isCut);
        }

        @Override
        public boolean isListening() {
          return true;
        }
      };

  private MimeConfig config() {
    return MimeConfig.custom()
        .setMaxHeaderLen((int) limits.partHeader().toBytes())
        .setMaxLineLen((int) limits.partHeader().toBytes())
        .setMaxHeaderCount(50)
        .setMaxContentLen(-1)
        .build();
  }

  private void parts(MimeTokenStream stream) throws IOException, MimeException {
    boolean ended = false;
    String contentId = "";
    String contentType = "";
    String transferEncoding = "";
    for (EntityState state = stream.getState();
        state != EntityState.T_END_OF_STREAM;
        state = stream.next()) {
      switch (state) {
        // A part that is a multipart itself is one payload.
        case T_START_MULTIPART -> stream.setRecursionMode(RecursionMode.M_FLAT);
        case T_START_HEADER -> {
          contentId = "";
          contentType = "";
          transferEncoding = "binary";
        }
        case T_FIELD -> {
          // Long lines are folded, by some senders with a tab (RFC 5322, section 2.2.3).
          String value = stream.getField().getBody().replace('\t', ' ').strip();
          switch (stream.getField().getName().toLowerCase(Locale.ROOT)) {
            case "content-id" -> contentId = ContentId.bare(value);
            case "content-type" -> contentType = value;
            case "content-transfer-encoding" -> transferEncoding = value.toLowerCase(Locale.ROOT);
            default -> {}
          }
        }
        case T_BODY -> {
          if (!TRANSFER_ENCODINGS.contains(transferEncoding)) {
            throw problem(
                "/", "The Content-Transfer-Encoding of part %d is unknown".formatted(count + 1));
          }
          boolean isBase64 = transferEncoding.equals("base64");
          InputStream text =
              isBase64 ? new Base64Text(stream.getInputStream()) : stream.getDecodedInputStream();
          try (InputStream content = isBase64 ? new Base64InputStream(text, monitor) : text) {
            part(contentId, contentType, content);
            text.transferTo(OutputStream.nullOutputStream());
          }
        }
        case T_END_MULTIPART -> ended = true;
        default -> {}
      }
    }
    if (!ended) {
      throw problem("/", "The body ends before the last boundary");
    }
  }

  /** Text in base64. A decoder stops at the padding and would drop what follows. */
  private static final class Base64Text extends FilterInputStream {
    private boolean isPadded;

    Base64Text(InputStream text) {
      super(text);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      for (int i = offset; i < offset + read; i++) {
        if (isPadded && buffer[i] != '=' && !Character.isWhitespace(buffer[i])) {
          throw problem("/", "A part in base64 goes on after its padding");
        }
        isPadded |= buffer[i] == '=';
      }
      return read;
    }
  }

  private void part(String contentId, String contentType, InputStream content) throws IOException {
    if (++count > limits.parts()) {
      throw problem("/", "There are more than %d parts".formatted(limits.parts()));
    }
    namesLeft -= contentId.length() + contentType.length();
    if (namesLeft < 0) {
      throw problem("/", "The Content-IDs and Content-Types are too long");
    }
    if (isUnprintable(contentId) || isUnprintable(contentType)) {
      throw problem("/", "The headers of part %d hold a control character".formatted(count));
    }
    if (!contentId.isEmpty() && !contentIds.add(contentId)) {
      throw problem(ContentId.SCHEME + contentId, "Two parts have the same Content-ID");
    }
    boolean isRoot = start == null ? count == 1 : start.equals(contentId);
    if (!isRoot) {
      payloads.add(new Payload(contentId, contentType, spool.keep(content, Long.MAX_VALUE)));
      return;
    }
    MimeType root = contentType.isEmpty() ? null : ContentTypes.parse(contentType);
    if (root != null && !root.equalsTypeAndSubtype(MediaType.TEXT_XML)) {
      throw ContentTypes.unsupported("the root part must be text/xml, was " + contentType);
    }
    encoding = root == null ? null : ContentTypes.encoding(root);
    document = MessageReader.envelope(content, limits, spool);
  }

  private static boolean isUnprintable(String header) {
    return header.chars().anyMatch(Character::isISOControl);
  }

  private void checkManifest(Envelope read) {
    if (!(read.content() instanceof Content.Manifest manifest)) {
      return;
    }
    for (Content.Reference reference : manifest.references()) {
      String href = reference.href();
      if (href.startsWith(ContentId.SCHEME)
          && contentIds.stream().noneMatch(id -> ContentId.isReferred(href, id))) {
        throw ErrorCode.MIME_PROBLEM.refusal(href, "No part has this Content-ID");
      }
    }
  }

  private static RefusedMessage problem(String location, String description) {
    return ErrorCode.MIME_PROBLEM.refusal(NOT_A_MESSAGE, location, description);
  }
}
