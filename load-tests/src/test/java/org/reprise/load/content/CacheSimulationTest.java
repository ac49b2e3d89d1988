package org.reprise.load.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reprise.load.engine.Plan;

class CacheSimulationTest {
  private static final int FRAME = CacheSimulation.FRAME_BYTES;
  private static final int BLOCK = CacheSimulation.BLOCK_BYTES;

  private static StoredDocument document(char id, int size) {
    return new StoredDocument("" + id, size, "text/plain", "" + id);
  }

  /** Reads documents of one frame each, by the letters of their ids. */
  private static CacheSimulation replay(CacheSimulation cache, String ids) {
    ids.chars().forEach(id -> cache.read(document((char) id, FRAME)));
    return cache;
  }

  /** Of a and b, b was not used for longer: c drops it, a is still there, and b is read again. */
  @Test
  void dropsWhatWasNotUsedForLongestWhereBytesBind() {
    var cache = replay(new CacheSimulation(2 * FRAME, 100, 0), "abacab");
    assertThat(cache.reads()).isEqualTo(4);
    assertThat(cache.hitRate()).isEqualTo(1 - 4 / 6.0);
    assertThat(cache.mebibytes()).isEqualTo(4 * 8 / 1024.0);
  }

  /** The same where there is memory for all, and for two entries alone. */
  @Test
  void dropsWhatWasNotUsedForLongestWhereEntriesBind() {
    assertThat(replay(new CacheSimulation(100 * FRAME, 2, 0), "abacab").reads()).isEqualTo(4);
    assertThat(replay(new CacheSimulation(100 * FRAME, 3, 0), "abacab").reads()).isEqualTo(3);
  }

  /** Of four frames the metadata of two entries takes two: two are left, of three entries one. */
  @Test
  void metadataTakesMemoryFromContents() {
    assertThat(replay(new CacheSimulation(4 * FRAME, 100, FRAME), "abab").reads()).isEqualTo(2);
    assertThat(replay(new CacheSimulation(4 * FRAME, 100, FRAME), "abcabc").reads()).isEqualTo(6);
    assertThat(replay(new CacheSimulation(4 * FRAME, 2, FRAME), "abcbcb").reads()).isEqualTo(3);
  }

  /** Entries alone would take all memory: the oldest go. */
  @Test
  void dropsEntriesWhereNoBlockIsLeft() {
    assertThat(replay(new CacheSimulation(2 * FRAME, 100, FRAME), "aabbab").reads()).isEqualTo(4);
  }

  /** 600 KiB are three blocks; a pool of two reads all of them each time. */
  @Test
  void readsLongContentsInBlocks() {
    var document = document('a', 600 * 1024);
    var large = new CacheSimulation(3 * BLOCK, 1, 0);
    var small = new CacheSimulation(2 * BLOCK, 1, 0);
    Stream.of(large, small, large, small).forEach(it -> it.read(document));
    assertThat(large.reads()).isEqualTo(3);
    assertThat(small.reads()).isEqualTo(6);
    assertThat(large.mebibytes()).isEqualTo(600 / 1024.0);
  }

  /** A block that is shorter than a frame takes a whole one. */
  @Test
  void shortContentsTakeAFrame() {
    var cache = new CacheSimulation(FRAME, 100, 0);
    Stream.of('a', 'b', 'a').forEach(id -> cache.read(document(id, 1024)));
    assertThat(cache.reads()).isEqualTo(3);
  }

  /** What users read follows from the seed; about 35 of 100 transactions of the mix are views. */
  @Test
  void tracesWhatTheUsersRead() {
    var plan = Plan.local(new ContentSuite(), "quick");
    var loads = new ContentLoads(plan);
    var scenario = Scenario.of(plan.baseline().require("pool-8-gib-20k"));
    var documents = List.of(document('a', 1), document('b', 1), document('c', 1));
    var trace = loads.trace(scenario, documents, 1);

    assertThat(trace)
        .isEqualTo(loads.trace(scenario, documents, 1))
        .isNotEqualTo(loads.trace(scenario, documents, 2))
        .containsAll(documents);
    // 75 users, one every 50 ms: 8 s, and 3.75 + 0.56 + 1 + 12 s, think 0.38 s on average.
    var seconds = 8 - 3.75 / 2 + 17.31 - 3.75 / 2;
    assertThat((double) trace.size())
        .isBetween(0.3 * 75 * seconds / 0.38, 0.4 * 75 * seconds / 0.38);
  }
}
