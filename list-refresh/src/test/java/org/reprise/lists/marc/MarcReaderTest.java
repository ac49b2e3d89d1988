package org.reprise.lists.marc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class MarcReaderTest {
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
  void fieldsBecomeWhatAnImportTakes() {
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

  @Test
  void allButTheTitleMayBeAbsent() {
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
  void textIsUtf8OrMarc8AsTheLeaderSays() {
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
  void textInAnotherCodingThanTheLeaderSaysIsRefused() {
    byte[] content = MarcSamples.record().with("245", 'a', "Cafe noir").utf8();
    int at = indexOf(content, "fe noir") + 1;
    content[at] = (byte) 0xe9;
    assertInvalid(content, at).hasMessageContaining("not UTF-8");
    content[9] = 'x';
    assertInvalid(content, 9).hasMessageContaining("coding");
  }

  @Test
  void aNullCharacterIsRefused() {
    byte[] content = MarcSamples.record().with("245", 'a', "Nothing").utf8();
    int at = indexOf(content, "Nothing") + 2;
    content[at] = 0;
    assertInvalid(content, at).hasMessageContaining("null character");
  }

  @Test
  void aBrokenDirectoryIsRefusedWithItsPlace() {
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
  void aRecordThatIsOnlyALeaderIsRefused() {
    assertInvalid(MarcSamples.text("00026nam a2200025 a 4500\u001e\u001d"), 0)
        .hasMessageContaining("245$a");
    assertInvalid(MarcSamples.text("00025nam a2200025 a 4500\u001d"), 12);
  }
}
