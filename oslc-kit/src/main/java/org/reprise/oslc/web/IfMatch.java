package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The condition under which a resource may be changed: the header If-Match (RFC 9110, section
 * 13.1.1), which OSLC Core 3.0 wants with each change.
 *
 * @param tags of the states that fit, as they were sent; a single asterisk for every state
 */
public record IfMatch(List<String> tags) {
  public IfMatch {
    tags = List.copyOf(tags);
  }

  /** Reads the header; throws Refusal 428 without one. */
  public static IfMatch of(HttpServletRequest request) {
    return required(ifSent(request));
  }

  /** Reads the header; null without one. */
  public static @Nullable IfMatch ifSent(HttpServletRequest request) {
    String header = ListHeader.of(request, HttpHeaders.IF_MATCH);
    return header == null
        ? null
        : new IfMatch(Arrays.stream(header.split(",", -1)).map(String::strip).toList());
  }

  /** Returns the condition; throws Refusal 428 if it is null. */
  public static IfMatch required(@Nullable IfMatch condition) {
    if (condition == null) {
      throw new Refusal(
          HttpStatus.PRECONDITION_REQUIRED,
          "Send If-Match with the ETag of what you have read, so that nobody's change is lost.");
    }
    return condition;
  }

  /**
   * Returns the expected revision.
   *
   * @param revision of the resource now
   * @return null if the condition accepts any
   * @throws Refusal 412 if another one is expected
   */
  public @Nullable Long expected(long revision) {
    if (isAny()) {
      return null;
    }
    require(Long.toString(revision));
    return revision;
  }

  private boolean isAny() {
    return tags.equals(List.of("*"));
  }

  /**
   * Requires a state.
   *
   * @param tag of the resource now, without the format
   * @throws Refusal 412 if another one is expected
   */
  public void require(String tag) {
    boolean fits =
        isAny()
            || Arrays.stream(RdfFormat.values())
                .anyMatch(format -> tags.contains(RdfAnswer.etag(tag, format)));
    if (!fits) {
      throw changed();
    }
  }

  /** Returns 412: the resource was changed since it was read. */
  public static Refusal changed() {
    return new Refusal(
        HttpStatus.PRECONDITION_FAILED,
        "It was changed since you have read it: read it again, and repeat your change.");
  }
}
