package org.reprise.lists.marc;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marc4j.MarcException;
import org.marc4j.MarcStreamReader;
import org.marc4j.marc.DataField;
import org.marc4j.marc.Record;
import org.marc4j.marc.Subfield;

/** Reads records in MARC 21, whose text is MARC-8 or UTF-8 as the leader says. */
public final class MarcReader {
  // One character a byte: the text is read from it strictly, and only of fields that are used.
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;
  private static final int CHARACTER_CODING = 9;
  // A record has room for 33,000; a page of a hundred such would fill the memory.
  private static final int MAX_IDENTIFIERS = 1_000;
  // Before a subfield that is not taken along (ISBD).
  private static final String TRAILING = " /:;,=";

  private final byte[] content;
  private final Record record;
  private final UnaryOperator<String> decoder;

  private MarcReader(byte[] content) {
    this.content = content;
    this.decoder = MarcText.decoder((char) (content[CHARACTER_CODING] & 0xff), content);
    this.record = parse(content);
  }

  /** Reads a whole record; throws InvalidMarc for a broken directory or text, or no title. */
  public static MarcRecord read(byte[] content) {
    Directory.check(content);
    return new MarcReader(content).record();
  }

  private static Record parse(byte[] content) {
    try {
      return new MarcStreamReader(new ByteArrayInputStream(content), BYTES.name()).next();
    } catch (MarcException e) {
      throw new InvalidMarc(0, "the leader or a field is broken: " + e.getMessage(), e);
    }
  }

  private MarcRecord record() {
    String title = first("245", 'a');
    if (title == null || trimmed(title).isEmpty()) {
      throw new InvalidMarc(0, "it has no title (245$a)");
    }
    String contributor = first("100", 'a');
    List<String> identifiers = all("020", 'a').toList();
    if (identifiers.size() > MAX_IDENTIFIERS) {
      throw new InvalidMarc(0, "it has more than %,d numbers (020$a)".formatted(MAX_IDENTIFIERS));
    }
    return new MarcRecord(
        trimmed(title),
        contributor == null ? null : trimmed(contributor),
        identifiers,
        first("050", 'a'),
        first("852", 'b'));
  }

  private @Nullable String first(String tag, char code) {
    return all(tag, code).findFirst().orElse(null);
  }

  private Stream<String> all(String tag, char code) {
    return record.getVariableFields(tag).stream()
        .filter(DataField.class::isInstance)
        .map(field -> ((DataField) field).getSubfields(code))
        .flatMap(List::stream)
        .map(Subfield::getData)
        .filter(Objects::nonNull)
        .map(this::text)
        .filter(value -> !value.isEmpty());
  }

  private String text(String bytes) {
    String value = decoder.apply(bytes).strip();
    if (value.indexOf('\0') >= 0) {
      throw new InvalidMarc(
          Math.max(0, new String(content, BYTES).indexOf('\0')), "its text has a null character");
    }
    return value;
  }

  private static String trimmed(String value) {
    int end = value.length();
    while (end > 0 && TRAILING.indexOf(value.charAt(end - 1)) >= 0) {
      end--;
    }
    return value.substring(0, end);
  }
}
