package org.reprise.cps.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** What a request's headers say about JSON and XML. */
public final class ContentTypes {
  private ContentTypes() {}

  /**
   * Whether the answer is wanted as XML: by {@code Accept}, or as ONAP CPS has it, by the content
   * type of a request without content.
   */
  public static boolean wantsXml(@Nullable String accept, @Nullable String contentType) {
    if (accept != null && accept.contains("xml") && !accept.contains("json")) {
      return true;
    }
    return contentType != null
        && isXml(contentType)
        && (accept == null || !accept.contains("json"));
  }

  /**
   * A body as text: in the content type's charset, UTF-8 where it names none (RFC 8259, section
   * 8.1; RFC 7303, section 3.2).
   *
   * @throws InvalidParameter for bytes that are no text in it, or a charset that does not exist
   */
  public static String text(byte[] body, @Nullable String contentType) {
    Charset charset = StandardCharsets.UTF_8;
    try {
      if (contentType != null && !contentType.isBlank()) {
        Charset named = MediaType.parseMediaType(contentType).getCharset();
        charset = named == null ? charset : named;
      }
      return charset
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(body))
          .toString();
    } catch (CharacterCodingException e) {
      throw new InvalidParameter("The body is no text in " + charset.name() + ".");
    } catch (IllegalArgumentException e) {
      throw new InvalidParameter(
          "Content-Type '%s' has no charset that is known.".formatted(contentType));
    }
  }

  /**
   * Whether a body is XML; JSON where nothing is said.
   *
   * @throws InvalidParameter for a content type that is neither
   */
  public static boolean isXml(@Nullable String contentType) {
    if (contentType == null || contentType.isBlank()) {
      return false;
    }
    try {
      MediaType type = MediaType.parseMediaType(contentType);
      String subtype = type.getSubtype();
      if (subtype.equals("xml") || subtype.endsWith("+xml")) {
        return true;
      }
      if (subtype.equals("json")
          || subtype.endsWith("+json")
          || type.equalsTypeAndSubtype(MediaType.ALL)) {
        return false;
      }
    } catch (InvalidMediaTypeException e) {
      throw new InvalidParameter("Content-Type '%s' is none.".formatted(contentType));
    }
    throw new InvalidParameter(
        "Content-Type must be application/json or application/xml, was '%s'."
            .formatted(contentType));
  }
}
