package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;

/** A writer that is killed leaves each anchor as it was before a write or after it. */
class CrashIT {
  private static final int KILLS = 4;
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final long REPLACED = L2Topology.topologyFragments(1, 3, 2);

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  private final CpsServer server = CpsServer.shared();
  private final long seed = Long.getLong("reprise.test.seed", new Random().nextLong());

  @Test
  void killedWriterLeavesAllOrNothing() throws Exception {
    assertThat(REPLACED).isNotEqualTo(L2Topology.FRAGMENTS);
    server.store().dataspaces().create("crash");
    server.store().schemaSets().create("crash", "l2", YangSources.zip(L2Topology.yangZip()));
    Random random = new Random(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      String prefix = "killed-" + kill;
      List<String> acknowledged = writeAndKill(prefix, 1 + random.nextInt(60));
      awaitEndOfBackends(prefix);
      check(prefix, acknowledged, "seed " + seed + ", kill " + kill);
    }
  }

  private List<String> writeAndKill(String prefix, int lines) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xmx256m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            CrashingWriter.class.getName(),
            server.database().jdbcUrl(),
            server.database().username(),
            prefix);
    builder.environment().put("WRITER_PASSWORD", server.database().password());
    Path output = directory.resolve(prefix);
    Process process =
        builder
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output.toFile())
            .start();
    try {
      await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> acknowledged(output).size() >= lines || !process.isAlive());
      assertThat(process.isAlive()).as("the writer ended by itself").isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
    return acknowledged(output);
  }

  /** Whole lines only: of the last one, a part may have been written. */
  private static List<String> acknowledged(Path output) throws IOException {
    String text = Files.readString(output);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.matches("(stored|replaced|deleted) killed-\\d+-\\d+-\\d+"))
        .toList();
  }

  private void awaitEndOfBackends(String prefix) {
    await()
        .atMost(LIMIT)
        .until(() ->
            server.count(
                    "select count(*) from pg_stat_activity where application_name = '"
                        + prefix
                        + "'")
                == 0);
  }

  private void check(String prefix, List<String> acknowledged, String about) throws SQLException {
    Map<String, Long> fragments = fragmentsByAnchor(prefix);
    assertThat(fragments.values())
        .as(about)
        .allMatch(count -> count == 0 || count == L2Topology.FRAGMENTS || count == REPLACED);
    // The last write may have been stored although its acknowledgment was not printed.
    for (String line : acknowledged) {
      String name = line.substring(line.indexOf(' ') + 1);
      boolean deletedNext = acknowledged.contains("deleted " + name) || isDeletedNext(name);
      if (line.startsWith("deleted")) {
        assertThat(fragments).as(about).doesNotContainKey(name);
      } else if (line.startsWith("replaced")) {
        assertThat(fragments).as(about).containsEntry(name, REPLACED);
      } else if (!deletedNext || fragments.containsKey(name)) {
        assertThat(fragments.get(name))
            .as(about + ": " + line)
            .isIn((long) L2Topology.FRAGMENTS, REPLACED);
      }
    }
    assertThat(
            server.count(
                "select count(*) from fragment f where not exists"
                    + " (select from anchor a where a.id = f.anchor_id)"))
        .as(about)
        .isZero();
  }

  private static boolean isDeletedNext(String name) {
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1)) % 4 == 3;
  }

  private Map<String, Long> fragmentsByAnchor(String prefix) throws SQLException {
    Map<String, Long> fragments = new HashMap<>();
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select a.name, count(f.xpath) from anchor a left join fragment f"
                    + " on f.anchor_id = a.id where a.name like '"
                    + prefix
                    + "-%' group by a.name")) {
      while (rows.next()) {
        fragments.put(rows.getString(1), rows.getLong(2));
      }
    }
    return fragments;
  }
}
