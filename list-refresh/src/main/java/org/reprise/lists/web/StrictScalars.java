package org.reprise.lists.web;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Uuids;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Stricter readers of texts, booleans, UUIDs and times than Jackson's own. */
final class StrictScalars {
  private StrictScalars() {}

  static JacksonModule module() {
    return new SimpleModule("strict scalars")
        .addDeserializer(String.class, new Text())
        .addDeserializer(Boolean.class, new Truth())
        .addDeserializer(UUID.class, new Id())
        .addDeserializer(Instant.class, new Time());
  }

  /** Whether a text has half of a surrogate pair, which is no character and cannot be stored. */
  static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE);
  }

  /** What is written as a string. */
  private abstract static class OfString<T> extends StdScalarDeserializer<T> {
    OfString(Class<T> type) {
      super(type);
    }

    @Override
    public final @Nullable T deserialize(JsonParser parser, DeserializationContext context) {
      if (!parser.hasToken(JsonToken.VALUE_STRING)) {
        return type().cast(context.handleUnexpectedToken(type(), parser));
      }
      String text = parser.getString();
      T value = read(text);
      return value == null
          ? type().cast(context.handleWeirdStringValue(type(), text, "is none"))
          : value;
    }

    @SuppressWarnings("unchecked")
    private Class<T> type() {
      return (Class<T>) handledType();
    }

    /** The value; null where the text is none. */
    abstract @Nullable T read(String text);
  }

  private static final class Text extends OfString<String> {
    Text() {
      super(String.class);
    }

    @Override
    @Nullable String read(String text) {
      return hasLoneSurrogate(text) ? null : text;
    }
  }

  private static final class Id extends OfString<UUID> {
    Id() {
      super(UUID.class);
    }

    @Override
    @Nullable UUID read(String text) {
      return Uuids.parse(text);
    }
  }

  private static final class Time extends OfString<Instant> {
    private static final DateTimeFormatter WITH_COLON = withOffset("XXX");

    /** FOLIO's modules write offsets so ("+0000"); its user interface writes "Z". */
    private static final DateTimeFormatter WITHOUT_COLON = withOffset("XX");

    private static DateTimeFormatter withOffset(String pattern) {
      return new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendPattern(pattern)
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);
    }

    Time() {
      super(Instant.class);
    }

    @Override
    @Nullable Instant read(String text) {
      Instant time = read(text, WITH_COLON);
      return time == null ? read(text, WITHOUT_COLON) : time;
    }

    private static @Nullable Instant read(String text, DateTimeFormatter format) {
      try {
        return OffsetDateTime.parse(text, format).toInstant();
      } catch (DateTimeException e) {
        return null;
      }
    }
  }

  private static final class Truth extends StdScalarDeserializer<Boolean> {
    Truth() {
      super(Boolean.class);
    }

    @Override
    public Boolean deserialize(JsonParser parser, DeserializationContext context) {
      return switch (parser.currentToken()) {
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        default -> (Boolean) context.handleUnexpectedToken(Boolean.class, parser);
      };
    }

    // A null is refused: taken for false it would end a block that the caller wants.
    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
      return context.reportInputMismatch(Boolean.class, "null");
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
