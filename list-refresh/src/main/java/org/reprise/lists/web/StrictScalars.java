package org.reprise.lists.web;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
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
 * Stricter readers than Jackson's, whose settings do not refuse half of a surrogate pair, {@code
 * null} for a boolean, UUIDs in base64, and digits for a time.
 */
public final class StrictScalars {
  private static final Pattern OFFSET_WITHOUT_COLON = Pattern.compile("([+-]\\d\\d)(\\d\\d)$");

  private StrictScalars() {}

  static JacksonModule module() {
    return new SimpleModule("strict scalars")
        .addDeserializer(
            String.class, text(String.class, text -> hasLoneSurrogate(text) ? null : text))
        .addDeserializer(UUID.class, text(UUID.class, Uuids::parse))
        .addDeserializer(Instant.class, text(Instant.class, StrictScalars::time))
        .addDeserializer(
            Boolean.class,
            new Scalar<>(
                Boolean.class,
                Set.of(JsonToken.VALUE_TRUE, JsonToken.VALUE_FALSE),
                Boolean::valueOf));
  }

  private static <T> Scalar<T> text(Class<T> type, Function<String, @Nullable T> read) {
    return new Scalar<>(type, Set.of(JsonToken.VALUE_STRING), read);
  }

  /**
   * Returns whether a text has half of a surrogate pair, which is no character and cannot be
   * stored.
   */
  public static boolean hasLoneSurrogate(String text) {
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

  /** Reads a value from tokens of some kinds; its function returns null for an invalid text. */
  private static final class Scalar<T> extends StdScalarDeserializer<T> {
    private final Class<T> type;
    private final Set<JsonToken> tokens;
    private final Function<String, @Nullable T> read;

    Scalar(Class<T> type, Set<JsonToken> tokens, Function<String, @Nullable T> read) {
      super(type);
      this.type = type;
      this.tokens = tokens;
      this.read = read;
    }

    @Override
    public @Nullable T deserialize(JsonParser parser, DeserializationContext context) {
      if (!tokens.contains(parser.currentToken())) {
        return type.cast(context.handleUnexpectedToken(type, parser));
      }
      String text = parser.getString();
      T value = read.apply(text);
      return value == null
          ? type.cast(context.handleWeirdStringValue(type, text, "is none"))
          : value;
    }

    // Taken for false, a null would end a block that the caller wants. Jackson's own Nulls.FAIL
    // refuses bodies without the member, too.
    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
      return type == Boolean.class ? context.reportInputMismatch(type, "null") : null;
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
