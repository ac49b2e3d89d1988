package org.reprise.lists.fql;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.regex.Pattern;
import org.reprise.lists.entity.Field;
import org.reprise.lists.row.Uuids;
import tools.jackson.databind.JsonNode;

/** Reads a JSON value as a value of a field. */
final class ValueReader {
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2})?");
  private static final Pattern ZONE = Pattern.compile(".*(Z|[+-]\\d{2}:\\d{2})");

  private static final int MAX_TEXT = 2_000;

  private ValueReader() {}

  static Value value(Field field, JsonNode node, String path) {
    return switch (field.type()) {
      case STRING -> string(field, text(node, path));
      case INTEGER -> new Value.Whole(whole(node, path));
      case BOOLEAN -> new Value.Truth(truth(node, path));
      case UUID -> new Value.Id(uuid(node, path));
      case DATE -> date(node, path);
    };
  }

  static Value.Ranked ranked(Field field, JsonNode node, String path) {
    if (value(field, node, path) instanceof Value.Ranked ranked) {
      return ranked;
    }
    throw new InvalidQuery(path, "has no order, for " + field.name() + " has none");
  }

  private static Value string(Field field, String text) {
    // Another text than the field's values is kept: no entity has it.
    return field.isClosed()
        ? new Value.Code(field.stored(text).orElse(text))
        : new Value.Text(text);
  }

  static String text(JsonNode node, String path) {
    if (!node.isString()) {
      throw wrong(path, "a string", node);
    }
    String text = node.stringValue();
    if (text.length() > MAX_TEXT) {
      throw new InvalidQuery(path, "has more than %,d characters".formatted(MAX_TEXT));
    }
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      // PostgreSQL's text cannot hold either.
      if (c == 0 || (c <= Character.MAX_VALUE && Character.isSurrogate((char) c))) {
        throw new InvalidQuery(
            path, "has U+%04X at character %d, which is in no stored text".formatted(c, i));
      }
    }
    return text;
  }

  static boolean truth(JsonNode node, String path) {
    if (!node.isBoolean()) {
      throw wrong(path, "true or false", node);
    }
    return node.booleanValue();
  }

  private static long whole(JsonNode node, String path) {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw wrong(path, "a whole number of 64 bits", node);
    }
    return node.longValue();
  }

  private static UUID uuid(JsonNode node, String path) {
    UUID id = Uuids.parse(text(node, path));
    if (id == null) {
      throw wrong(path, "a UUID", node);
    }
    return id;
  }

  private static Value.Ranked date(JsonNode node, String path) {
    String text = text(node, path);
    try {
      if (DAY.matcher(text).matches()) {
        return new Value.Day(LocalDate.parse(text));
      }
      if (TIME.matcher(text).matches()) {
        return new Value.Moment(instant(text).truncatedTo(ChronoUnit.MICROS));
      }
    } catch (DateTimeException e) {
      throw wrong(path, "a day or time that exists", node);
    }
    throw wrong(path, "a day (2026-11-21) or a time of at most microseconds", node);
  }

  private static Instant instant(String text) {
    return ZONE.matcher(text.substring(text.indexOf('T'))).matches()
        ? OffsetDateTime.parse(text).toInstant()
        : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
  }

  private static InvalidQuery wrong(String path, String expected, JsonNode found) {
    String shown = found.toString();
    return new InvalidQuery(
        path,
        "must be %s, not %s"
            .formatted(expected, shown.length() <= 50 ? shown : shown.substring(0, 50) + "…"));
  }
}
