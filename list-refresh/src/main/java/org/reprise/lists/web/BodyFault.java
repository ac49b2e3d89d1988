package org.reprise.lists.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
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
import tools.jackson.databind.json.JsonMapper;

/** What is wrong with a body, in words of the API: which member, and what it must be. */
record BodyFault(JacksonException thrown) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<Class<?>, String> EXPECTED =
      Map.of(
          String.class, "a string",
          Boolean.class, "true or false",
          UUID.class, "a UUID",
          Instant.class, "a time with its offset, such as 2026-11-22T10:00:00Z",
          Long.class, "a whole number",
          Integer.class, "a whole number of 32 bits");

  String message() {
    String path = path();
    String member = path.isEmpty() ? "The body" : "'" + path + "'";
    return switch (thrown) {
      case UnrecognizedPropertyException unknown ->
          "%s is not known; known are %s"
              .formatted(member, names(Objects.requireNonNull(unknown.getKnownPropertyIds())));
      case InvalidFormatException format
          when format.getValue() instanceof String text && StrictScalars.hasLoneSurrogate(text) ->
          "%s holds half of a surrogate pair, which is no character".formatted(member);
      case MismatchedInputException mismatch ->
          "%s must be %s".formatted(member, expected(mismatch.getTargetType()));
      case InputCoercionException number ->
          "%s must be %s".formatted(member, expected(number.getTargetType()));
      default ->
          "The body is not valid JSON: "
              + String.valueOf(thrown.getOriginalMessage()).lines().findFirst().orElse("");
    };
  }

  private static String names(Collection<Object> known) {
    return String.join(", ", new TreeSet<>(known.stream().map(Object::toString).toList()));
  }

  /** Returns where it is: the path of the member, line and column. */
  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    all.add(new Parameter("path", path()));
    TokenStreamLocation at = thrown.getLocation();
    if (at != null) {
      all.add(new Parameter("line", Integer.toString(at.getLineNr())));
      all.add(new Parameter("column", Integer.toString(at.getColumnNr())));
    }
    return all;
  }

  private String path() {
    String path =
        thrown.getPath().stream()
            .map(step ->
                step.getPropertyName() == null
                    ? "[" + step.getIndex() + "]"
                    : "." + step.getPropertyName())
            .collect(Collectors.joining());
    return path.startsWith(".") ? path.substring(1) : path;
  }

  private static String expected(@Nullable Class<?> type) {
    if (type == null) {
      return "of another type";
    }
    return type.isEnum()
        ? "one of " + JSON.writeValueAsString(type.getEnumConstants())
        : EXPECTED.getOrDefault(
            type, Collection.class.isAssignableFrom(type) ? "an array" : "an object");
  }
}
