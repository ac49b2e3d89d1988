package org.reprise.localstack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.process.ForkedJvm;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.Programs;

class PostgresProgramsTest {
  @TempDir Path cache;

  /** Finds or unpacks the programs and prints what happened. */
  static final class Unpacking {
    private Unpacking() {}

    public static void main(String[] arguments) {
      PostgresPrograms programs =
          PostgresPrograms.in(
              Path.of(arguments[0]), PostgresPlatform.current(), System.out::println);
      System.out.println("programs " + programs.directory());
    }
  }

  @Test
  void areUnpackedOnceByTwoProcessesAtOnce() throws Exception {
    List<String> lines = new ArrayList<>();
    try (ForkedJvm first = ForkedJvm.run(Unpacking.class, cache);
        ForkedJvm second = ForkedJvm.run(Unpacking.class, cache)) {
      lines.addAll(first.remainingLines());
      lines.addAll(second.remainingLines());
      assertThat(first.awaitEnd()).isZero();
      assertThat(second.awaitEnd()).isZero();
    }
    assertThat(lines).filteredOn(line -> line.startsWith("programs ")).hasSize(2);
    assertThat(lines).filteredOn("Unpacked PostgreSQL"::equals).hasSize(1);
    assertThat(directories()).hasSize(1);
    assertThat(version()).contains("(PostgreSQL) 18.");
    withWhatAKilledUnpackingLeft();
    withADamagedDirectory();
  }

  private void withWhatAKilledUnpackingLeft() throws IOException {
    Path complete = directories().getFirst();
    Path unfinished = complete.resolveSibling(complete.getFileName() + ".unfinished");
    Files.move(complete, unfinished);
    Files.delete(unfinished.resolve("bin/postgres"));
    assertThat(version()).contains("(PostgreSQL) 18.");
    assertThat(directories()).containsExactly(complete);
  }

  private void withADamagedDirectory() throws IOException {
    Files.delete(directories().getFirst().resolve("bin/initdb"));
    assertThat(version()).contains("(PostgreSQL) 18.");
    assertThat(directories().getFirst().resolve("bin/initdb")).isExecutable();
  }

  @Test
  void areNotThereForOtherPlatforms() {
    assertThat(PostgresPlatform.of("Linux", "amd64").title()).isEqualTo("linux amd64");
    assertThat(PostgresPlatform.of("Linux", "aarch64").title()).isEqualTo("linux arm64");
    assertThat(PostgresPlatform.of("Mac OS X", "aarch64").title()).isEqualTo("macOS arm64");
    assertThatThrownBy(() -> PostgresPlatform.of("Windows 11", "amd64"))
        .isInstanceOf(LocalStackException.class)
        .hasMessageContaining("Windows 11 amd64")
        .hasMessageContaining("linux amd64, linux arm64 and macOS arm64");
    PostgresPlatform absent = new PostgresPlatform("another", "postgres-another.txz");
    assertThatThrownBy(() -> PostgresPrograms.in(cache, absent, step -> {}))
        .isInstanceOf(LocalStackException.class)
        .hasMessageContaining("postgres-another.txz");
  }

  private String version() {
    PostgresPrograms programs = PostgresPrograms.in(cache, PostgresPlatform.current(), step -> {});
    return Programs.run(List.of(programs.postgres().toString(), "--version")).output();
  }

  private List<Path> directories() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(Files::isDirectory).toList();
    }
  }
}
