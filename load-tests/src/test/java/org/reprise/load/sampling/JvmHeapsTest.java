package org.reprise.load.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JvmHeapsTest {
  private static final String METASPACE =
      "Metaspace       used 9000K, committed 9216K, reserved 1114112K\n"
          + " class space    used 700K, committed 768K, reserved 1048576K";

  static List<Arguments> collectors() {
    return List.of(
        Arguments.of(
            """
            DefNew     total 19648K, used 100K [0x01, 0x02, 0x03)
             eden space 17472K,   0% used [0x01, 0x02, 0x03)
            Tenured    total 43712K, used 3698K [0x01, 0x02, 0x03)
             the  space 43712K,   8% used [0x01, 0x02, 0x03)
            """,
            3698.0 * 1024),
        Arguments.of(
            """
            garbage-first heap   total reserved 65536K, committed 10240K, used 2926K [0x01, 0x02)
             region size 1024K, 0 young (0K), 0 survivors (0K)
            """,
            2926.0 * 1024),
        Arguments.of(
            """
            ZHeap            used 4M, capacity 64M, max capacity 64M
             Cache           60M (3)
            """,
            4.0 * 1024 * 1024));
  }

  @ParameterizedTest
  @MethodSource("collectors")
  void readsWhatIsOldOrAllOfAHeapWithoutAges(String heap, double bytes) {
    assertThat(JvmHeaps.used((heap + METASPACE).lines())).hasValue(bytes);
  }

  @Test
  void knowsNothingOfAHeapThatTellsItsPartsInAnotherWay() {
    String shenandoah = "Shenandoah Heap\n 64M max, 64M soft max, 10M committed, 3104K used\n";

    assertThat(JvmHeaps.used((shenandoah + METASPACE).lines())).isEmpty();
  }

  @Test
  void countsWhatIsKeptAndNothingElse() throws IOException, InterruptedException {
    long pid = ProcessHandle.current().pid();
    double before = kept(pid);
    // So much that what other tests of this JVM leave behind, and lose meanwhile, does not count.
    byte[][] kept = Stream.generate(() -> new byte[1 << 16]).limit(3_200).toArray(byte[][]::new);

    double with = kept(pid);

    assertThat(with - before).isBetween(150.0 * (1 << 20), 250.0 * (1 << 20));
    assertThat(kept.length).isEqualTo(3_200);
  }

  private static double kept(long pid) throws IOException, InterruptedException {
    return JvmHeaps.live(List.of(pid)).getOrDefault(pid, 0.0);
  }

  @Test
  void leavesOutAJvmThatIsNotThere() throws IOException, InterruptedException {
    assertThat(JvmHeaps.live(List.of((long) Integer.MAX_VALUE))).isEmpty();
  }
}
