package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceRecordsTest {
  @TempDir private Path folder;

  @Test
  void lastRequestsOfAPathAreKept() throws IOException {
    var file = new ServiceRecords(folder).requests();
    Files.writeString(
        file,
        """
        GET /lists/a/contents 200 90000
        GET /lists/a/contents 200 4000
        GET /lists/a 200 50000
        GET /lists/a/contents 404 60000
        GET /lists/b/contents 200 70000
        GET /lists/a/contents 200 2000
        """);

    var times = RequestLog.last(file, "/lists/a/contents", 2);

    assertThat(times.getTotalCount()).isEqualTo(2);
    assertThat(times.getMaxValue() / 1_000).isBetween(3_990L, 4_010L);
    assertThatThrownBy(() -> RequestLog.last(file, "/lists/a/contents", 4))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("3 requests");
  }

  @Test
  void largestHeapAfterACollectionCounts() {
    assertThat(
            CollectionLog.mostLeft(
                Stream.of(
                    "[0.004s] Using Serial",
                    "[2.345s] GC(7) Pause Young (Allocation Failure) 141M->23M(494M) 5.123ms",
                    "[2.400s] GC(8) Pause Full (Metadata GC Threshold) 60M->41M(494M) 50.000ms",
                    "[3.000s] GC(9) Pause Young (Allocation Failure) 200M->30M(494M) 5.000ms")))
        .isEqualTo(41);
    assertThat(CollectionLog.mostLeft(Stream.of("[0.004s] Using Serial"))).isNaN();
  }
}
