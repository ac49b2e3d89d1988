package org.reprise.lists.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.DataType;
import org.reprise.lists.entity.Field;

/** Writes records as CSV (RFC 4180, in UTF-8), a line of the fields' labels first. */
final class CsvFile implements AutoCloseable {
  private final List<Field> fields;
  private final CsvWriter csv;

  CsvFile(List<Field> fields, OutputStream to) {
    this.fields = fields;
    this.csv =
        CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(to, StandardCharsets.UTF_8);
    csv.writeRecord(fields.stream().map(Field::label).toList());
  }

  /** Writes a record; fields without a value are empty. */
  void write(Map<String, Object> record) {
    csv.writeRecord(fields.stream().map(field -> cell(field, record.get(field.name()))).toList());
  }

  private static String cell(Field field, @Nullable Object value) {
    if (value == null) {
      return "";
    }
    String text = value.toString();
    return field.type() == DataType.STRING ? harmless(text) : text;
  }

  // A spreadsheet would run a text that begins so as a formula, and whoever can edit a record could
  // choose it. An apostrophe makes it text.
  private static String harmless(String text) {
    return !text.isEmpty() && "=+-@\t\r\n".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }
}
