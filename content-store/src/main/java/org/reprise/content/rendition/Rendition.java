package org.reprise.content.rendition;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Version;

/**
 * A kind of rendition, by the names of CMIS 1.1 (section 2.1.4.2).
 *
 * @param height in pixels; null where it depends on the content, as the width
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Rendition(
    String streamId,
    String mimeType,
    String kind,
    @Nullable Integer height,
    @Nullable Integer width) {
  static final int THUMBNAIL_SIDE = 160;

  /** In bytes. */
  private static final long MAX_SOURCE = 64 * 1024 * 1024;

  /** The beginning of the text, in UTF-8. */
  static final Rendition TEXT = new Rendition("text", "text/plain", "reprise:text", null, null);

  /** The image or the first page on a transparent square: its size is known before it is made. */
  private static final Rendition THUMBNAIL =
      new Rendition("thumbnail", "image/png", "cmis:thumbnail", THUMBNAIL_SIDE, THUMBNAIL_SIDE);

  static final Rendition PAGE = new Rendition("page", "image/png", "reprise:page", null, null);

  /** What ImageIO reads. */
  private static final String IMAGES = "image/(png|jpeg|gif|bmp|tiff)";

  private static final String TEXTS =
      "text/.*|application/(json|xml|xhtml\\+xml|rtf|msword|vnd\\.ms-(excel|powerpoint).*"
          + "|vnd\\.(openxmlformats-officedocument|oasis\\.opendocument)\\..*)";

  /** Returns what can be made of a content, by the media type that its client named. */
  public static List<Rendition> of(Version.@Nullable Content content) {
    if (content == null || content.size() == 0 || content.size() > MAX_SOURCE) {
      return List.of();
    }
    String type = content.mediaType().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (type.equals("application/pdf")) {
      return List.of(THUMBNAIL, PAGE, TEXT);
    }
    if (type.matches(IMAGES)) {
      return List.of(THUMBNAIL, PAGE);
    }
    return type.matches(TEXTS) ? List.of(TEXT) : List.of();
  }
}
