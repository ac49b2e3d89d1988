package org.reprise.cps.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.InvalidRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;

/** Chooses JSON or XML by headers, of which the kit's filter has refused malformed ones. */
public final class ContentTypes {
  private static final MediaType JSON = MediaType.APPLICATION_JSON;
  private static final MediaType XML = MediaType.APPLICATION_XML;

  private static final Pattern ENCODING =
      Pattern.compile("^<\\?xml\\s[^>]*\\sencoding\\s*=\\s*[\"']([^\"']*)[\"']");

  private ContentTypes() {}

  /**
   * Whether the answer is to be XML. {@code Accept} decides by its quality values (RFC 9110,
   * section 12.5.1). Where these are equal, the content type of the request decides, even of one
   * without content, as in ONAP CPS. Else it is JSON.
   *
   * @throws NotAcceptableStatusException for an {@code Accept} that allows neither
   */
  public static boolean wantsXml(@Nullable String accept, @Nullable String contentType) {
    double json = quality(accept, JSON);
    double xml = quality(accept, XML);
    if (json == 0 && xml == 0) {
      throw notAcceptable(
          "The answer is application/json or application/xml, Accept was '%s'.".formatted(accept),
          JSON,
          XML);
    }
    return xml == json ? subtypeIs(contentType, "xml") : xml > json;
  }

  public static ResponseEntity<String> answer(boolean xml, String document) {
    return ResponseEntity.ok().contentType(xml ? XML : JSON).body(document);
  }

  /** Throws NotAcceptableStatusException where the header does not allow JSON. */
  public static void requireJson(@Nullable String accept) {
    if (quality(accept, JSON) == 0) {
      throw notAcceptable(
          "The answer is application/json, Accept was '%s'.".formatted(accept), JSON);
    }
  }

  private static ErrorResponseException notAcceptable(String reason, MediaType... types) {
    NotAcceptableStatusException refusal = new NotAcceptableStatusException(List.of(types));
    refusal.getBody().setDetail(reason);
    return refusal;
  }

  /** The quality value of the most specific range that includes the type; 1 without ranges. */
  private static double quality(@Nullable String accept, MediaType type) {
    return accept == null || accept.isBlank()
        ? 1
        : MediaType.parseMediaTypes(accept).stream()
            .filter(range -> range.includes(type) || isOfKind(range, type.getSubtype()))
            .max(Comparator.comparing(ContentTypes::specificity))
            .map(MediaType::getQualityValue)
            .orElse(0.0);
  }

  private static int specificity(MediaType range) {
    return range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : 2;
  }

  private static boolean isOfKind(MediaType type, String kind) {
    return type.getSubtype().equals(kind) || type.getSubtype().endsWith("+" + kind);
  }

  private static boolean subtypeIs(@Nullable String contentType, String kind) {
    return contentType != null
        && !contentType.isBlank()
        && isOfKind(MediaType.parseMediaType(contentType), kind);
  }

  /**
   * A body as text in the charset of its content type, else in the one that it declares as an XML
   * document (RFC 7303, section 3), else in UTF-8; throws InvalidRequest for invalid bytes, or a
   * charset that is not known.
   */
  public static String text(byte[] body, @Nullable String contentType) {
    Charset charset =
        contentType == null ? null : MediaType.parseMediaType(contentType).getCharset();
    if (charset == null) {
      charset = declared(new String(body, 0, Math.min(body.length, 200), StandardCharsets.UTF_8));
    }
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidRequest("The body is not valid " + charset.name() + " text.");
    }
  }

  private static Charset declared(String beginning) {
    Matcher encoding = ENCODING.matcher(beginning);
    try {
      return encoding.find() ? Charset.forName(encoding.group(1)) : StandardCharsets.UTF_8;
    } catch (IllegalArgumentException e) {
      throw new InvalidRequest("The encoding %s is not known.".formatted(encoding.group(1)));
    }
  }

  /** Whether a body is XML, not JSON; throws UnsupportedMediaTypeStatusException for others. */
  public static boolean isXml(@Nullable String contentType) {
    boolean xml = subtypeIs(contentType, "xml");
    if (xml || subtypeIs(contentType, "json")) {
      return xml;
    }
    UnsupportedMediaTypeStatusException refusal =
        new UnsupportedMediaTypeStatusException(contentType, List.of(JSON, XML));
    refusal
        .getBody()
        .setDetail(
            contentType == null
                ? "There is no Content-Type: it must be application/json or application/xml."
                : "Content-Type must be application/json or application/xml, was '%s'."
                    .formatted(contentType));
    throw refusal;
  }
}
