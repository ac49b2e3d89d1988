package org.reprise.lists.query;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.query.RandomInventory.Item;
import tools.jackson.databind.JsonNode;

/**
 * A second implementation of FQL: straight from the JSON, item by item, without the code under
 * test.
 */
final class PlainEvaluation {
  private PlainEvaluation() {}

  static boolean meets(Item item, JsonNode condition) {
    Map.Entry<String, JsonNode> member = condition.properties().iterator().next();
    if (member.getKey().equals("$and")) {
      for (JsonNode one : member.getValue()) {
        if (!meets(item, one)) {
          return false;
        }
      }
      return true;
    }
    Map.Entry<String, JsonNode> comparison = member.getValue().properties().iterator().next();
    return meets(item.value(member.getKey()), comparison.getKey(), comparison.getValue());
  }

  private static boolean meets(@Nullable Object found, String operator, JsonNode value) {
    if (found == null) {
      return switch (operator) {
        case "$ne", "$nin" -> true;
        case "$empty" -> value.booleanValue();
        default -> false;
      };
    }
    return switch (operator) {
      case "$eq" -> equal(found, value);
      case "$ne" -> !equal(found, value);
      case "$in" -> value.valueStream().anyMatch(one -> equal(found, one));
      case "$nin" -> value.valueStream().noneMatch(one -> equal(found, one));
      case "$gt" -> side(found, value) > 0;
      case "$gte" -> side(found, value) >= 0;
      case "$lt" -> side(found, value) < 0;
      case "$lte" -> side(found, value) <= 0;
      case "$regex" ->
          Pattern.compile(
                  value.stringValue(),
                  Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL)
              .matcher((String) found)
              .find();
      case "$starts_with" -> fold((String) found).startsWith(fold(value.stringValue()));
      case "$contains" -> fold((String) found).contains(fold(value.stringValue()));
      case "$empty" -> found.equals("") == value.booleanValue();
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static boolean equal(Object found, JsonNode value) {
    return switch (found) {
      case String text -> fold(text).equals(fold(value.stringValue()));
      case Boolean truth -> truth == value.booleanValue();
      case UUID id -> id.toString().equals(value.stringValue());
      default -> side(found, value) == 0;
    };
  }

  // Negative below the value, zero at it or within its day, positive above it.
  private static int side(Object found, JsonNode value) {
    if (found instanceof Long number) {
      return number.compareTo(value.longValue());
    }
    Instant at = (Instant) found;
    String text = value.stringValue();
    if (text.contains("T")) {
      return at.compareTo(OffsetDateTime.parse(text).toInstant());
    }
    Instant start = LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    if (at.isBefore(start)) {
      return -1;
    }
    return at.isBefore(start.plus(Duration.ofDays(1))) ? 0 : 1;
  }

  private static String fold(String text) {
    StringBuilder folded = new StringBuilder();
    text.codePoints().map(Character::toLowerCase).forEach(folded::appendCodePoint);
    return folded.toString();
  }
}
