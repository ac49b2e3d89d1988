package org.reprise.lists.marc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MarcFramesTest {
  private static final byte[] ONE = MarcSamples.book(1, "main/stacks");
  private static final byte[] TWO = MarcSamples.book(2, "main/annex");
  private static final long SEED = Long.getLong("reprise.test.seed", 708);
  private static final int ROUNDS = 2_000;

  private static List<Frame> frames(byte[]... parts) throws IOException {
    MarcFrames file = new MarcFrames(new ByteArrayInputStream(MarcSamples.joined(parts)));
    List<Frame> frames = new ArrayList<>();
    for (Frame frame = file.next(); frame != null; frame = file.next()) {
      frames.add(frame);
    }
    return frames;
  }

  private static void assertWhole(Frame frame, int number, long offset, byte[] content) {
    assertThat(frame).isInstanceOf(Frame.Whole.class);
    assertThat(frame.number()).isEqualTo(number);
    assertThat(frame.offset()).isEqualTo(offset);
    assertThat(((Frame.Whole) frame).content()).isEqualTo(content);
  }

  @Test
  void readsConsecutiveRecords() throws IOException {
    List<Frame> frames = frames(ONE, TWO);
    assertThat(frames).hasSize(2);
    assertWhole(frames.get(0), 1, 0, ONE);
    assertWhole(frames.get(1), 2, ONE.length, TWO);
  }

  @Test
  void skipsLineBreaksAndOldEndOfFileMarks() throws IOException {
    List<Frame> frames = frames(ONE, MarcSamples.text("\r\n"), TWO, MarcSamples.text("\n\u001a"));
    assertThat(frames).hasSize(2);
    assertWhole(frames.get(1), 2, ONE.length + 2, TWO);
  }

  @Test
  void skipsSpaces() throws IOException {
    byte[] spaces = MarcSamples.text(" ".repeat(3 * MarcFrames.MAX_LENGTH));
    List<Frame> frames = frames(spaces, ONE, spaces, TWO, spaces);
    assertThat(frames).hasSize(2);
    assertWhole(frames.get(0), 1, spaces.length, ONE);
    assertWhole(frames.get(1), 2, 2L * spaces.length + ONE.length, TWO);
  }

  @Test
  void emptyFileHasNoRecords() throws IOException {
    assertThat(frames()).isEmpty();
    assertThat(frames(MarcSamples.text("\n\n"))).isEmpty();
  }

  @Test
  void wrongLengthBreaksOneRecordOnly() throws IOException {
    byte[] wrong = ONE.clone();
    wrong[4] = wrong[4] == '9' ? (byte) '8' : (byte) '9';
    List<Frame> frames = frames(wrong, TWO);
    assertThat(frames.getFirst())
        .isInstanceOfSatisfying(
            Frame.Broken.class,
            broken ->
                assertThat(broken.reason()).contains("its terminator comes after " + ONE.length));
    assertWhole(frames.get(1), 2, ONE.length, TWO);
  }

  @Test
  void reportsRecordCutOffAtTheEndOfTheFile() throws IOException {
    List<Frame> frames = frames(ONE, Arrays.copyOf(TWO, TWO.length - 1));
    assertThat(frames.get(1))
        .isEqualTo(new Frame.Broken(2, ONE.length, "the file ends within the record"));
  }

  @Test
  void refusesPlainText() throws IOException {
    assertThat(frames(MarcSamples.text("title,author\nA,B\n")))
        .containsExactly(new Frame.Broken(1, 0, "the file ends within the record"));
    assertThat(frames(MarcSamples.text("hello\u001d"), ONE).getFirst())
        .isEqualTo(new Frame.Broken(1, 0, "it does not begin with a leader"));
  }

  @Test
  void skipsRecordLongerThanItsLeaderCanSay() throws IOException {
    byte[] endless = new byte[3 * MarcFrames.MAX_LENGTH];
    Arrays.fill(endless, (byte) '0');
    endless[endless.length - 1] = MarcFrames.RECORD_TERMINATOR;
    List<Frame> frames = frames(ONE, endless, TWO);
    assertThat(frames.get(1))
        .isEqualTo(
            new Frame.Broken(2, ONE.length, "it has 299997 bytes, a record has 99999 at most"));
    assertWhole(frames.get(2), 3, ONE.length + endless.length, TWO);
  }

  @Test
  void readsTheLongestRecord() throws IOException {
    MarcSamples large = MarcSamples.record().with("245", 'a', "Large");
    int without = large.utf8().length;
    int each = 9_000;
    while (without + each + 20 < MarcFrames.MAX_LENGTH) {
      large.with("500", 'a', "x".repeat(each));
      without = large.utf8().length;
    }
    // An entry of the directory, two indicators, a delimiter, a code, a terminator.
    large.with("500", 'a', "x".repeat(MarcFrames.MAX_LENGTH - without - 12 - 5));
    byte[] longest = large.utf8();
    assertThat(longest).hasSize(MarcFrames.MAX_LENGTH);
    List<Frame> frames = frames(longest, ONE);
    assertWhole(frames.get(0), 1, 0, longest);
    assertThat(MarcReader.read(longest).title()).isEqualTo("Large");
    assertWhole(frames.get(1), 2, longest.length, ONE);
  }

  /** However one record is broken, the others are read, and only a refusal is thrown. */
  @Test
  void damagedRecordDoesNotAffectOthers() throws IOException {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] noisy = noisy(random);
      List<Frame> frames = frames(ONE, noisy, TWO);
      String shown = "round %d (seed %d)".formatted(round, SEED);
      assertThat(frames.stream().map(Frame::number).toList())
          .as(shown)
          .isEqualTo(IntStream.rangeClosed(1, frames.size()).boxed().toList());
      assertWhole(frames.getFirst(), 1, 0, ONE);
      assertWhole(frames.getLast(), frames.size(), ONE.length + noisy.length, TWO);
      frames.forEach(frame -> assertReadOrRefused(frame, shown));
    }
  }

  private static byte[] noisy(Random random) {
    byte[] noisy = MarcSamples.book(7, "main/stacks");
    for (int i = random.nextInt(6); i >= 0; i--) {
      noisy[random.nextInt(noisy.length - 1)] = (byte) random.nextInt(256);
    }
    return noisy;
  }

  private static void assertReadOrRefused(Frame frame, String shown) {
    if (frame instanceof Frame.Whole whole) {
      try {
        assertThat(MarcReader.read(whole.content()).title()).as(shown).isNotBlank();
      } catch (InvalidMarc refused) {
        assertThat(refused.reason()).as(shown).isNotBlank();
        assertThat(refused.offset()).as(shown).isBetween(0, whole.content().length - 1);
      }
    }
  }
}
