package org.reprise.lists.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Refusal.Parameter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** What is wrong with a body, in words of the API: which member, and what it must be. */
final class BodyFault {
  private static final String BODY = "The body";

  private final JacksonException thrown;

  BodyFault(JacksonException thrown) {
    this.thrown = thrown;
  }

  /** For people. */
  String message() {
    String message =
        switch (thrown) {
          case UnrecognizedPropertyException unknown ->
              "%s is not known; known are %s".formatted(member(), names(unknown));
          case InvalidFormatException format
              when format.getValue() instanceof String text
                  && StrictScalars.hasLoneSurrogate(text) ->
              "%s holds half of a surrogate pair, which is no character".formatted(member());
          case MismatchedInputException mismatch ->
              "%s must be %s".formatted(member(), expected(mismatch.getTargetType()));
          case InputCoercionException number ->
              "%s must be %s".formatted(member(), expected(number.getTargetType()));
          default -> "The body is not valid JSON: " + firstLine(thrown.getOriginalMessage());
        };
    return storable(message);
  }

  /** Where it is: the path of the member, line and column. */
  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    all.add(new Parameter("path", storable(path())));
    TokenStreamLocation at = thrown.getLocation();
    if (at != null) {
      all.add(new Parameter("line", Integer.toString(at.getLineNr())));
      all.add(new Parameter("column", Integer.toString(at.getColumnNr())));
    }
    return all;
  }

  private String member() {
    String path = path();
    return path.isEmpty() ? BODY : "'" + path + "'";
  }

  private String path() {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : thrown.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.toString();
  }

  private static String names(UnrecognizedPropertyException unknown) {
    Collection<Object> known = unknown.getKnownPropertyIds();
    return known == null
        ? "none"
        : known.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
  }

  private static String expected(@Nullable Class<?> type) {
    if (type == null) {
      return "of another type";
    }
    if (type.isEnum()) {
      return "one of " + constants(type);
    }
    if (type == String.class) {
      return "a string";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    if (type == UUID.class) {
      return "a UUID";
    }
    if (type == Instant.class) {
      return "a time with its offset, such as 2026-11-22T10:00:00Z";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a whole number" + (type == Long.class ? "" : " of 32 bits");
    }
    return Collection.class.isAssignableFrom(type) ? "an array" : "an object";
  }

  private static String constants(Class<?> type) {
    return Arrays.stream(type.getFields())
        .filter(java.lang.reflect.Field::isEnumConstant)
        .map(BodyFault::constant)
        .collect(Collectors.joining(", "));
  }

  private static String constant(java.lang.reflect.Field constant) {
    com.fasterxml.jackson.annotation.JsonProperty named =
        constant.getAnnotation(com.fasterxml.jackson.annotation.JsonProperty.class);
    return named == null ? constant.getName() : named.value();
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  // A name in the body may have what no answer can.
  private static String storable(String text) {
    return text.codePoints()
        .map(c -> Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
