package org.reprise.lists.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with a request, so that all of it is answered at once. */
public final class Violations {
  private static final String MISSING = "VALUE_MISSING";

  /** The code of a value that cannot be one. */
  public static final String INVALID = "VALUE_INVALID";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private static final Pattern LINE_BREAK = Pattern.compile("[\\n\\r\\t]");

  private final List<ErrorBody> all = new ArrayList<>();

  public Violations add(String code, String message, String key, @Nullable Object value) {
    about(key, value).add(code, message);
    return this;
  }

  public About about(String key, @Nullable Object value) {
    return about(new Refusal.Parameter(key, value == null ? "" : value.toString()));
  }

  public About about(Refusal.Parameter... parameters) {
    return new About(List.of(parameters));
  }

  /** Adds reasons against one part of the request. */
  public final class About {
    private final List<Refusal.Parameter> parameters;

    private About(List<Refusal.Parameter> parameters) {
      this.parameters = parameters;
    }

    public About add(String code, String message) {
      all.add(new ErrorBody(message, code, parameters));
      return this;
    }

    public About addIf(boolean isWrong, String code, String message) {
      return isWrong ? add(code, message) : this;
    }
  }

  /** Adds a reason where a value that was sent is not the only possible one. */
  public Violations same(
      String name, @Nullable Object value, @Nullable Object possible, String message) {
    about(name, value).addIf(value != null && !value.equals(possible), INVALID, message);
    return this;
  }

  public Violations required(String name, @Nullable Object value) {
    return required(name, value, "'%s' is missing".formatted(name));
  }

  public Violations required(String name, @Nullable Object value, String message) {
    boolean isMissing = value == null || (value instanceof String text && text.isBlank());
    about(name, value).addIf(isMissing, MISSING, message);
    return this;
  }

  /** Adds a reason where a text is too long or holds what no text should. */
  public Violations text(String name, @Nullable String value, int max) {
    if (value == null) {
      return this;
    }
    if (value.length() > max) {
      String start = value.substring(0, Math.min(max, 50));
      return add(INVALID, "'%s' has at most %d characters".formatted(name, max), name, start + "…");
    }
    return value.chars().anyMatch(c -> c < ' ' || c == 0x7f)
        ? add(INVALID, "'%s' holds control characters".formatted(name), name, "")
        : this;
  }

  /** Adds a reason where staff's remark, which may have several lines, is too long. */
  public Violations comment(String name, @Nullable String value) {
    return text(name, value == null ? null : LINE_BREAK.matcher(value).replaceAll(" "), 1_000);
  }

  /** Adds a reason where a time is in no year of four digits, which the database may not hold. */
  public Violations time(String name, @Nullable Instant value) {
    return value == null || (!value.isBefore(FIRST) && value.isBefore(END))
        ? this
        : add(INVALID, "'%s' is not in a year from 1 to 9999".formatted(name), name, value);
  }

  /** Throws UnprocessableRequest with all violations where there is any. */
  public void throwIfAny() {
    if (!all.isEmpty()) {
      throw refusal();
    }
  }

  /** Returns the refusal of a request for all of them. */
  public UnprocessableRequest refusal() {
    return new UnprocessableRequest(all);
  }
}
