package org.reprise.content.serve;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.content.cache.ContentCache;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Version;
import org.reprise.content.store.ContentMissing;
import org.reprise.content.store.Contents;
import org.reprise.content.store.StoreSettings.Serving;
import org.reprise.content.store.StoredContent;
import org.springframework.http.ContentDisposition;
import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.ResponseStatusException;

/**
 * Sends contents: conditional by their digest, in ranges, and never so that a browser runs what
 * somebody uploaded.
 */
@Component
public class ContentResponse {
  private static final int CHUNK = 64 * 1024;

  // Tomcat's documentation, "Advanced IO": what Spring does not offer.
  private static final String SENDFILE = "org.apache.tomcat.sendfile.";

  private final Contents contents;
  private final ContentCache cache;

  ContentResponse(Contents contents, ContentCache cache) {
    this.contents = contents;
    this.cache = cache;
  }

  /**
   * Answers a request for the content of a version.
   *
   * @param content null where it has none
   * @throws RepositoryFault constraint, where it has none
   */
  public void send(
      Version.@Nullable Content content, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (content == null) {
      throw Kind.CONSTRAINT.fault("The document has no content.");
    }
    if (content.isQuarantined()) {
      throw new ContentMissing(content.blob());
    }
    String tag = '"' + content.digest().hex() + '"';
    boolean isCached = contents.serving(content.area()) == Serving.CACHE;
    // Opened first: what is missing or damaged is an error without an ETag, not a short body.
    try (StoredContent stored =
        isCached ? cache.open(content.blob()) : contents.open(content.blob(), false)) {
      if (stored.size() != content.size()) {
        throw new ContentMissing(content.blob());
      }
      if (request.getHeader(HttpHeaders.IF_MATCH) != null
          && !names(request, HttpHeaders.IF_MATCH, tag, true)) {
        throw new ResponseStatusException(
            HttpStatus.PRECONDITION_FAILED, "The content has another ETag than those of If-Match.");
      }
      // Also of a 304 (RFC 9110, section 15.4.5).
      response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-cache");
      if (names(request, HttpHeaders.IF_NONE_MATCH, tag, false)) {
        response.setHeader(HttpHeaders.ETAG, tag);
        response.setStatus(HttpStatus.NOT_MODIFIED.value());
        return;
      }
      Range range = range(request, tag, content.size());
      boolean hasBody = !request.getMethod().equals("HEAD") && range.length() > 0;
      boolean isSendfile =
          stored.file().isPresent()
              && Boolean.TRUE.equals(request.getAttribute(SENDFILE + "support"));
      // For the same reason the first bytes are read before the headers are set.
      boolean isCopied = hasBody && !isSendfile;
      ByteBuffer chunk = ByteBuffer.allocate(isCopied ? (int) Math.min(CHUNK, range.length()) : 0);
      if (isCopied) {
        read(stored, range.start(), range, chunk);
      }
      response.setHeader(HttpHeaders.ETAG, tag);
      setHeaders(response, content);
      if (range.isPart()) {
        response.setStatus(HttpStatus.PARTIAL_CONTENT.value());
        response.setHeader(
            HttpHeaders.CONTENT_RANGE,
            "bytes %d-%d/%d".formatted(range.start(), range.end() - 1, content.size()));
      }
      response.setContentLengthLong(range.length());
      if (isCopied) {
        copy(stored, range, chunk, response.getOutputStream());
      } else if (hasBody) {
        // Tomcat opens the file after this. If it is gone or shorter then, the connection ends
        // before the body does, which the client sees by its length.
        request.setAttribute(SENDFILE + "filename", stored.file().orElseThrow().toString());
        request.setAttribute(SENDFILE + "start", range.start());
        request.setAttribute(SENDFILE + "end", range.end());
      }
    }
  }

  private static void setHeaders(HttpServletResponse response, Version.Content content) {
    response.setHeader(HttpHeaders.ACCEPT_RANGES, "bytes");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", "sandbox");
    response.setContentType(content.mediaType());
    response.setHeader(
        HttpHeaders.CONTENT_DISPOSITION,
        ContentDisposition.attachment()
            .filename(content.fileName(), StandardCharsets.UTF_8)
            .build()
            .toString());
  }

  // Spring compares If-Match for changes only, and ignores the asterisk of If-None-Match.
  private static boolean names(
      HttpServletRequest request, String header, String tag, boolean isStrong) {
    return Collections.list(request.getHeaders(header)).stream()
        .flatMap(it -> ETag.parse(it).stream())
        .anyMatch(it -> it.isWildcard() || it.compare(ETag.create(tag), isStrong));
  }

  /** From the first byte to the one after the last; a part where the client has asked for it. */
  private record Range(long start, long end, boolean isPart) {
    long length() {
      return end - start;
    }
  }

  // RFC 9110, section 14.2: for GET only. Of several ranges, or of nothing, all may be sent.
  private static Range range(HttpServletRequest request, String tag, long size) {
    Range all = new Range(0, size, false);
    String condition = request.getHeader(HttpHeaders.IF_RANGE);
    String header = request.getHeader(HttpHeaders.RANGE);
    if (header == null
        || size == 0
        || !request.getMethod().equals("GET")
        || condition != null && !condition.equals(tag)) {
      return all;
    }
    List<HttpRange> ranges;
    try {
      ranges = HttpRange.parseRanges(header);
    } catch (IllegalArgumentException invalid) {
      return all; // RFC 9110, section 14.2: an invalid header is ignored
    }
    if (ranges.size() != 1) {
      return all;
    }
    long start = ranges.getFirst().getRangeStart(size);
    if (start >= size) {
      ErrorResponseException refused =
          new ErrorResponseException(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE);
      refused.getHeaders().set(HttpHeaders.CONTENT_RANGE, "bytes */" + size);
      refused.setDetail("The content has %d bytes.".formatted(size));
      throw refused;
    }
    return new Range(start, ranges.getFirst().getRangeEnd(size) + 1, true);
  }

  // In pieces, of which the first one is read already.
  private static void copy(StoredContent stored, Range range, ByteBuffer chunk, OutputStream out)
      throws IOException {
    long position = range.start() + chunk.position();
    out.write(chunk.array(), 0, chunk.position());
    while (position < range.end()) {
      read(stored, position, range, chunk);
      out.write(chunk.array(), 0, chunk.position());
      position += chunk.position();
    }
  }

  private static void read(StoredContent stored, long position, Range range, ByteBuffer chunk)
      throws IOException {
    chunk.clear().limit((int) Math.min(chunk.capacity(), range.end() - position));
    stored.read(position, chunk);
    if (chunk.hasRemaining()) {
      throw new IOException("The content ended at byte " + (position + chunk.position()));
    }
  }
}
