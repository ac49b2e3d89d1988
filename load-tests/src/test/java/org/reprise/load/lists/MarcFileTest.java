package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marc4j.MarcStreamReader;
import org.marc4j.marc.Record;
import org.marc4j.marc.VariableField;

class MarcFileTest {
  @TempDir private Path folder;

  @Test
  void writesReadableRecords() throws IOException {
    var records = read(written(new MarcFile(250, 7)));

    assertThat(records).hasSize(250);
    for (int number = 0; number < records.size(); number++) {
      var record = records.get(number);
      assertThat(text(record, "245", 'a')).isEqualTo(new MarcFile(250, 7).title(number));
      assertThat(text(record, "020", 'a')).isEqualTo(MarcFile.isbn(number));
      assertThat(text(record, "050", 'a')).matches("Q[A-Z]\\d+\\.\\d+");
      assertThat(text(record, "100", 'a')).endsWith(", R.");
      assertThat(record.getVariableField("852") == null).isEqualTo(number % 3 == 0);
    }
  }

  @Test
  void keepsNamesOutsideAscii() throws IOException {
    assertThat(read(written(new MarcFile(200, 1))).stream().map(r -> text(r, "100", 'a')))
        .contains("Ådahl, R.", "Dvořák, R.");
  }

  @Test
  void contentDependsOnTheSeedOnly() throws IOException {
    assertThat(Files.readAllBytes(written(new MarcFile(50, 3))))
        .isEqualTo(Files.readAllBytes(written(new MarcFile(50, 3))))
        .isNotEqualTo(Files.readAllBytes(written(new MarcFile(50, 4))));
  }

  @Test
  void noTwoRecordsShareTitleOrIsbn() {
    var file = new MarcFile(30_000, 1);
    var titles = new HashSet<String>();
    var isbns = new HashSet<String>();
    for (int number = 0; number < file.records(); number++) {
      assertThat(titles.add(file.title(number))).as("title of %d", number).isTrue();
      assertThat(isbns.add(MarcFile.isbn(number))).as("ISBN of %d", number).isTrue();
    }
    assertThat(isbns).allMatch(MarcFileTest::checksOut);
  }

  @Test
  void refusesInvalidNumbersOfRecords() {
    assertThatThrownBy(() -> new MarcFile(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0");
    assertThatThrownBy(() -> new MarcFile(MarcFile.MAX_RECORDS + 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** ISO 2108: the weighted sum of all thirteen digits is a multiple of ten. */
  private static boolean checksOut(String isbn) {
    int sum = 0;
    for (int i = 0; i < isbn.length(); i++) {
      sum += (isbn.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
    }
    return isbn.length() == 13 && sum % 10 == 0;
  }

  private Path written(MarcFile marc) throws IOException {
    var file = Files.createTempFile(folder, "records", ".mrc");
    marc.write(file);
    return file;
  }

  private static List<Record> read(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      var reader = new MarcStreamReader(in);
      var records = new ArrayList<Record>();
      while (reader.hasNext()) {
        records.add(reader.next());
      }
      return records;
    }
  }

  private static String text(Record record, String tag, char code) {
    VariableField field = record.getVariableField(tag);
    return ((org.marc4j.marc.DataField) field).getSubfield(code).getData();
  }
}
