package org.reprise.content.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import org.reprise.content.store.Received;
import org.springframework.http.MediaType;

/**
 * A received content that a version is to have.
 *
 * @param mediaType as the client named it
 */
public record NewContent(Received received, String mediaType, String fileName) {
  /** PostgreSQL's tsvector holds 1 MiB, and each word takes more there than in the text. */
  private static final int MAX_TEXT_BYTES = 256 * 1024;

  /** Characters of a file name or a media type: both are sent back in headers. */
  public static final int MAX_LENGTH = 255;

  /** Returns the first part of a text, for searches; null for what is no text. */
  @Nullable String text() throws IOException {
    if (!mediaType.regionMatches(true, 0, "text/", 0, "text/".length())) {
      return null;
    }
    try (InputStream file = received.open()) {
      // In UTF-8 a text may take three times as many bytes. U+0000 cannot be stored.
      byte[] utf8 = new String(file.readNBytes(MAX_TEXT_BYTES), charset(mediaType)).getBytes(UTF_8);
      String text = new String(utf8, 0, Math.min(utf8.length, MAX_TEXT_BYTES), UTF_8);
      // PostgreSQL's parser takes the square of the length of a word, or of what a comment begins.
      return text.replace('\0', ' ').replace("<!--", " ").replaceAll("\\S{200}", "$0 ");
    }
  }

  /** Returns the charset that a media type names; UTF-8 where it names none that is known. */
  public static Charset charset(String mediaType) {
    try {
      Charset named = MediaType.parseMediaType(mediaType).getCharset();
      return named == null ? UTF_8 : named;
    } catch (IllegalArgumentException e) { // no media type, or no charset
      return UTF_8;
    }
  }
}
