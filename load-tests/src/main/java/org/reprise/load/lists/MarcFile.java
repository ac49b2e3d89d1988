package org.reprise.load.lists;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.marc4j.MarcStreamWriter;
import org.marc4j.MarcWriter;
import org.marc4j.marc.MarcFactory;
import org.marc4j.marc.Record;

/**
 * Binary MARC 21 records in UTF-8 that a seed decides, each different in title, ISBN and control
 * number: title {@code 245$a}, identifier {@code 020$a}, call number {@code 050$a}, contributor
 * {@code 100$a}, and in two of three a location in {@code 852$b}.
 */
record MarcFile(int records, long seed) {
  /** More than any import of the report, less than a disk. */
  static final int MAX_RECORDS = 10_000_000;

  private static final List<String> WORDS =
      List.of(
          "Archive Bridge Catalogue Delta Estuary Fjord Glossary Harbour Index Journey Kiln Ledger Meridian Notation Orchard Prism Quarto River Syntax Treatise Umbra Valley Weave Zenith"
              .split(" "));
  private static final List<String> NAMES =
      List.of("Ådahl", "Bauer", "Cortés", "Dvořák", "Ekwueme", "Fontaine", "García", "Hughes");
  private static final List<String> LOCATIONS = List.of("main/stacks", "main/annex");

  /** UTF-8, a language material, a monograph (MARC 21 leader 05 to 09). */
  private static final String LEADER = "00000nam a2200000 a 4500";

  private static final int ISBN_BODY = 978_000_000;
  private static final MarcFactory MARC = MarcFactory.newInstance();

  MarcFile {
    if (records < 1 || records > MAX_RECORDS) {
      throw new IllegalArgumentException(
          "records: 1 to %,d, not %d".formatted(MAX_RECORDS, records));
    }
  }

  void write(Path file) throws IOException {
    try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      MarcWriter writer = new MarcStreamWriter(out, "UTF-8");
      for (int number = 0; number < records; number++) {
        writer.write(record(number));
      }
      writer.close();
    }
  }

  /** The title of a record, which no other record of any seed has. */
  String title(int number) {
    var random = random(number);
    return "%s %s of the %s [%d-%08d]"
        .formatted(word(random), word(random), word(random), seed, number);
  }

  private Record record(int number) {
    var random = random(number);
    var record = MARC.newRecord(LEADER);
    record.addVariableField(MARC.newControlField("001", "rp%d%08d".formatted(seed, number)));
    record.addVariableField(
        MARC.newControlField("008", "260101s2026    xx            000 0 eng d"));
    field(record, "020", "a", isbn(number));
    var callNumber =
        "Q%c%d.%d".formatted('A' + random.nextInt(26), random.nextInt(1, 10_000), number);
    field(record, "050", "a", callNumber);
    field(record, "100", "a", NAMES.get(random.nextInt(NAMES.size())) + ", R.");
    field(record, "245", "a", title(number));
    if (number % 3 != 0) {
      field(record, "852", "b", LOCATIONS.get(number % LOCATIONS.size()));
    }
    return record;
  }

  private static void field(Record record, String tag, String code, String value) {
    record.addVariableField(MARC.newDataField(tag, ' ', ' ', code, value));
  }

  /** ISBN-13 with its check digit (ISO 2108). */
  static String isbn(int number) {
    var body = "%09d%03d".formatted(ISBN_BODY + number / 1000, number % 1000);
    int sum = 0;
    for (int i = 0; i < body.length(); i++) {
      sum += (body.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
    }
    return body + (10 - sum % 10) % 10;
  }

  private Random random(int number) {
    return new Random(seed * 1_000_003 + number);
  }

  private static String word(Random random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }
}
