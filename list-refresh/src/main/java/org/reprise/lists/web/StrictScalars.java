package org.reprise.lists.web;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Uuids;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Stricter readers of texts, booleans, UUIDs and times than Jackson's, which take half of a
 * surrogate pair, {@code null} for false, UUIDs in base64, and digits for a time.
 */
public final class StrictScalars {
  private static final Pattern OFFSET_WITHOUT_COLON = Pattern.compile("([+-]\\d\\d)(\\d\\d)$");

  private StrictScalars() {}

  static JacksonModule module() {
    return new SimpleModule("strict scalars")
        .addDeserializer(
            String.class,
            new OfString<>(String.class, text -> hasLoneSurrogate(text) ? null : text))
        .addDeserializer(Boolean.class, new BooleanDeserializer())
        .addDeserializer(UUID.class, new OfString<>(UUID.class, Uuids::parse))
        .addDeserializer(Instant.class, new OfString<>(Instant.class, StrictScalars::time));
  }

  /** Whether a text has half of a surrogate pair, which is no character and cannot be stored. */
  static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE);
  }

  /** Returns the time that a text says, with its offset; null where it is none. */
  public static @Nullable Instant time(String text) {
    try {
      // FOLIO's modules write offsets without a colon ("+0000"); its user interface writes "Z".
      return OffsetDateTime.parse(OFFSET_WITHOUT_COLON.matcher(text).replaceFirst("$1:$2"))
          .toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** What is written as a string; the function returns null where a text is none. */
  private static final class OfString<T> extends StdScalarDeserializer<T> {
    private final Class<T> type;
    private final Function<String, @Nullable T> read;

    OfString(Class<T> type, Function<String, @Nullable T> read) {
      super(type);
      this.type = type;
      this.read = read;
    }

    @Override
    public @Nullable T deserialize(JsonParser parser, DeserializationContext context) {
      if (!parser.hasToken(JsonToken.VALUE_STRING)) {
        return type.cast(context.handleUnexpectedToken(type, parser));
      }
      String text = parser.getString();
      T value = read.apply(text);
      return value == null
          ? type.cast(context.handleWeirdStringValue(type, text, "is none"))
          : value;
    }
  }

  private static final class BooleanDeserializer extends StdScalarDeserializer<Boolean> {
    BooleanDeserializer() {
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
