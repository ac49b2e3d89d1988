package org.reprise.lists.marc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarcReaderTest {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final long SEED = Long.getLong("reprise.test.seed", 708);
  private static final int ROUNDS = 60_000;
  private static final byte[] MEANING =
      "\u001b\u001b\u001b\u001b()$,-!E1BNS3gbps \u001d\u001e\u001f\u00e1\u00e2\u00eb09a"
          .getBytes(StandardCharsets.ISO_8859_1);

  private static AbstractThrowableAssert<?, ? extends Throwable> assertInvalid(
      byte[] content, int offset) {
    return assertThatThrownBy(() -> MarcReader.read(content))
        .isInstanceOfSatisfying(
            InvalidMarc.class, invalid -> assertThat(invalid.offset()).isEqualTo(offset));
  }

  private static int indexOf(byte[] content, String text) {
    return new String(content, StandardCharsets.ISO_8859_1).indexOf(text);
  }

  @Test
  void readsTheFieldsOfAnImport() {
    byte[] content =
        MarcSamples.record()
            .with("020", 'a', "9780131103627")
            .with("020", 'z', "0000000000")
            .with("020", 'a', "0131103628")
            .with("050", 'a', "QA76.73.C15")
            .with("100", 'a', "Kernighan, Brian W.,")
            .with("245", 'a', "The C programming language /")
            .with("852", 'b', "main/annex")
            .utf8();
    assertThat(MarcReader.read(content))
        .isEqualTo(
            new MarcRecord(
                "The C programming language",
                "Kernighan, Brian W.",
                List.of("9780131103627", "0131103628"),
                "QA76.73.C15",
                "main/annex"));
  }

  /** Each becomes an object on a page, a hundred times as large. */
  @Test
  void refusesMoreThanAThousandIdentifiers() {
    MarcSamples record = MarcSamples.record().with("245", 'a', "Emma");
    for (int i = 0; i < 1_000; i++) {
      record.with("020", 'a', "1");
    }
    assertThat(MarcReader.read(record.utf8()).identifiers()).hasSize(1_000);
    assertInvalid(record.with("020", 'a', "1").utf8(), 0)
        .hasMessageContaining("more than 1,000 numbers (020$a)");
  }

  @Test
  void onlyTheTitleIsRequired() {
    assertThat(MarcReader.read(MarcSamples.record().with("245", 'a', "Alone").utf8()))
        .isEqualTo(new MarcRecord("Alone", null, List.of(), null, null));
    assertInvalid(MarcSamples.record().with("100", 'a', "Nobody").utf8(), 0)
        .hasMessageContaining("245$a");
    assertInvalid(MarcSamples.record().with("245", 'a', " / ").utf8(), 0)
        .hasMessageContaining("245$a");
    assertInvalid(MarcSamples.record().with("245", 'b', "rest").utf8(), 0)
        .hasMessageContaining("245$a");
  }

  @Test
  void leaderNamesUtf8OrMarc8() {
    String title = "Übermäßige Größe, é";
    assertThat(MarcReader.read(MarcSamples.record().with("245", 'a', title).utf8()).title())
        .isEqualTo(title);
    byte[] marc8 = MarcSamples.record().with("245", 'a', title).marc8();
    assertThat(new String(marc8, StandardCharsets.ISO_8859_1)).doesNotContain(title);
    assertThat(MarcReader.read(marc8).title()).isEqualTo(title);
    assertThat(MarcReader.read(MarcSamples.record().with("245", 'a', "Plain").marc8()).title())
        .isEqualTo("Plain");
  }

  @Test
  void refusesBytesThatMarc8DoesNotDefine() {
    assertThat(MarcReader.read(marc8("<U+0080>")).title()).isEqualTo("<U+0080>");
    for (int undefined : new int[] {0x80, 0x8f, 0xaf, 0xbb, 0xc9, 0xd7, 0xfc, 0xff}) {
      assertInvalid(marc8("Title " + (char) undefined + "a"), 0).hasMessageContaining("undefined");
    }
    // Both halves of a ligature, which stand before a letter each.
    assertThat(MarcReader.read(marc8("Ves\u00ebi\u00eca")).title()).isEqualTo("Vesi\u0361a");
  }

  private static byte[] marc8(String title) {
    byte[] content = MarcSamples.record().with("245", 'a', "x".repeat(title.length())).utf8();
    MarcSamples.replace(content, "x".repeat(title.length()), title);
    content[9] = ' ';
    return content;
  }

  @Test
  void refusesTextInAnotherCodingThanTheLeaderSays() {
    byte[] content = MarcSamples.record().with("245", 'a', "Cafe noir").utf8();
    int at = indexOf(content, "fe noir") + 1;
    content[at] = (byte) 0xe9;
    assertInvalid(content, at).hasMessageContaining("not UTF-8");
    content[9] = 'x';
    assertInvalid(content, 9).hasMessageContaining("coding");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b$1!0!\u001b",
        "Title\u001b(\u001b",
        "Titles\u001b(",
        "Titles\u001b$",
        "Title \u001b",
        "Tit\u001b(!Ee\u001b",
        "Tit\u001b$)e\u001b",
        "Titles\u001bx"
      })
  void refusesIncompleteEscapeSequence(String title) {
    byte[] content = MarcSamples.record().with("245", 'a', "x".repeat(title.length())).utf8();
    MarcSamples.replace(content, "x".repeat(title.length()), title);
    content[9] = ' ';
    assertTimeoutPreemptively(
        LIMIT, () -> assertInvalid(content, 0).hasMessageContaining("MARC-8"));
  }

  @Test
  void readsOtherCharacterSetsByEscapeSequences() {
    byte[] content = MarcSamples.record().with("245", 'a', "x".repeat(30)).utf8();
    MarcSamples.replace(
        content, "x".repeat(30), "\u001b(NabC\u001b(B, \u001b$1!0!!0%\u001b(B, \u001bb2\u001bs");
    content[9] = ' ';
    assertThat(MarcReader.read(content).title())
        .isEqualTo("\u0410\u0411\u0446, \u4e00\u4e0b, \u2082");
  }

  @Test
  void readsOrRefusesRandomRecordsInTime() {
    Random random = new Random(SEED);
    byte[][] samples = {
      MarcSamples.book(1, "main/stacks"),
      MarcSamples.record()
          .with("245", 'a', "\u00dcberma\u00df, \u00e9, \u0434\u0430, \u4e00\u4e01")
          .marc8(),
      MarcSamples.record().with("245", 'a', "a".repeat(60)).with("020", 'a', "b".repeat(40)).marc8()
    };
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            readOrRefuse(changed(samples[round % samples.length], random));
          }
        },
        "seed " + SEED);
  }

  // Bytes that mean something to MARC or to MARC-8 are more frequent than others.
  private static byte[] changed(byte[] sample, Random random) {
    byte[] content = sample.clone();
    int changes = 1 + random.nextInt(8);
    for (int i = 0; i < changes; i++) {
      byte value =
          random.nextInt(4) == 0
              ? (byte) random.nextInt(256)
              : MEANING[random.nextInt(MEANING.length)];
      content[random.nextInt(content.length)] = value;
    }
    content[9] = (byte) (random.nextInt(3) == 0 ? 'a' : ' ');
    return content;
  }

  private static void readOrRefuse(byte[] content) throws IOException {
    MarcFrames frames = new MarcFrames(new ByteArrayInputStream(content));
    for (Frame frame = frames.next(); frame != null; frame = frames.next()) {
      if (frame instanceof Frame.Whole whole) {
        try {
          assertThat(MarcReader.read(whole.content()).title()).isNotEmpty();
        } catch (InvalidMarc e) {
          assertThat(e.reason()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void refusesNullCharacter() {
    byte[] content = MarcSamples.record().with("245", 'a', "Nothing").utf8();
    int at = indexOf(content, "Nothing") + 2;
    content[at] = 0;
    assertInvalid(content, at).hasMessageContaining("null character");
  }

  @Test
  void refusesBrokenDirectoryWithItsPlace() {
    byte[] valid = MarcSamples.record().with("245", 'a', "Title").utf8();
    byte[] base = valid.clone();
    base[12] = 'x';
    assertInvalid(base, 12);
    byte[] beyond = valid.clone();
    System.arraycopy(MarcSamples.text("99999"), 0, beyond, 12, 5);
    assertInvalid(beyond, 12);
    byte[] tag = valid.clone();
    tag[24] = ' ';
    assertInvalid(tag, 24).hasMessageContaining("tag");
    byte[] length = valid.clone();
    length[30] = 'x';
    assertInvalid(length, 27);
    byte[] start = valid.clone();
    start[47] = '9';
    assertInvalid(start, 39).hasMessageContaining("names no field");
  }

  @Test
  void refusesRecordWithoutFields() {
    assertInvalid(MarcSamples.text("00026nam a2200025 a 4500\u001e\u001d"), 0)
        .hasMessageContaining("245$a");
    assertInvalid(MarcSamples.text("00025nam a2200025 a 4500\u001d"), 12);
  }
}
