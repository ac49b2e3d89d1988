package org.reprise.lists.marc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.marc4j.MarcStreamWriter;
import org.marc4j.converter.impl.UnicodeToAnsel;
import org.marc4j.marc.MarcFactory;
import org.marc4j.marc.Record;

/** Valid records, written by another hand than the one that reads them. */
public final class MarcSamples {
  private static final String LEADER = "00000nam a2200000 a 4500";
  private static final MarcFactory FACTORY = MarcFactory.newInstance();

  private final Record record;

  private MarcSamples(String leader) {
    this.record = FACTORY.newRecord(leader);
    record.addVariableField(FACTORY.newControlField("001", "c1"));
  }

  /** Begins a record. */
  public static MarcSamples record() {
    return new MarcSamples(LEADER);
  }

  /** A record with a title, an identifier, a call number and a place. */
  public static byte[] book(int number, String location) {
    return record()
        .with("020", 'a', "978%010d".formatted(number))
        .with("050", 'a', "QA76." + number)
        .with("100", 'a', "Author, %d,".formatted(number))
        .with("245", 'a', "Title %d /".formatted(number))
        .with("852", 'b', location)
        .utf8();
  }

  /** As many books as are asked for, one after the other. */
  public static byte[] books(int count) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int number = 1; number <= count; number++) {
      file.writeBytes(book(number, "main/stacks"));
    }
    return file.toByteArray();
  }

  /** Joins parts of a file. */
  public static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      file.writeBytes(part);
    }
    return file.toByteArray();
  }

  /** The bytes of a text. */
  public static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes other bytes, as many, over a text that a record has. */
  public static void replace(byte[] record, String text, String by) {
    int at = new String(record, StandardCharsets.ISO_8859_1).indexOf(text);
    if (at < 0 || text.length() != by.length()) {
      throw new IllegalArgumentException("no '%s' that '%s' could replace".formatted(text, by));
    }
    System.arraycopy(by.getBytes(StandardCharsets.ISO_8859_1), 0, record, at, by.length());
  }

  /** Adds a field. */
  public MarcSamples with(String tag, char code, String value) {
    record.addVariableField(FACTORY.newDataField(tag, ' ', ' ', String.valueOf(code), value));
    return this;
  }

  /** The record in UTF-8. */
  public byte[] utf8() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    record.getLeader().setCharCodingScheme('a');
    new MarcStreamWriter(bytes, "UTF8").write(record);
    return bytes.toByteArray();
  }

  /** The record in MARC-8. */
  public byte[] marc8() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    record.getLeader().setCharCodingScheme(' ');
    MarcStreamWriter writer = new MarcStreamWriter(bytes, "ISO8859_1");
    writer.setConverter(new UnicodeToAnsel());
    writer.write(record);
    return bytes.toByteArray();
  }
}
