package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lists.marc.MarcSamples;
import org.reprise.localstack.testing.TestKafka;

/** The page for newcomers, {@code docs/lists-first-steps.md}, does what it says. */
class FirstStepsIT {
  private static final Path PAGE = Path.of("../docs/lists-first-steps.md");
  private static final Pattern SHELL = Pattern.compile("(?ms)^```sh\n(.*?)^```");
  private static final int RECORDS = 100;

  @TempDir private Path home;

  @Test
  void docsExamplesWorkInOrder() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/bin/bash")) && Files.isExecutable(Path.of("/usr/bin/curl")));
    try (ListsServer server =
        ListsServer.start(
            "--spring.kafka.bootstrap-servers=" + TestKafka.bootstrapServers(),
            "--reprise.lists.environment=" + TestKafka.freshName(),
            "--reprise.lists.import.pace=200ms")) {
      prepare();
      String page = Files.readString(PAGE);
      String script =
          script(page)
              .replace("http://127.0.0.1:8885", server.base())
              .replace("reprise:%s", ListsServer.USERNAME + ":%s");
      Path file = Files.writeString(home.resolve("steps.sh"), "set -eu\n" + script);
      String output = run(file);
      assertThat(output)
          .contains(
              "\"totalRecords\":" + RECORDS,
              "\"item_status\":\"Checked out\"",
              "\"content\":[],\"totalRecords\":0",
              "USER_BLOCKED",
              "END");
      assertThat(Files.readAllLines(home.resolve("list.csv"))).hasSize(2);
      assertThat(server.count("select count(*) from patron_block_limit where value = 1")).isOne();
    }
  }

  private static String script(String page) {
    return SHELL
            .matcher(page)
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.joining("\n"))
        + "\necho; echo END\n";
  }

  // The files that "reprise up" and "reprise marc" write into the working directory.
  private void prepare() throws IOException {
    Files.createDirectory(home.resolve(".reprise"));
    Files.writeString(home.resolve(".reprise/list-refresh.password"), ListsServer.PASSWORD);
    Files.write(home.resolve("sample.mrc"), MarcSamples.books(RECORDS));
    Path command =
        Files.writeString(home.resolve("reprise"), "#!/bin/sh\ncp sample.mrc books.mrc\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
  }

  private String run(Path script) throws IOException, InterruptedException {
    Path output = home.resolve("output");
    Process bash =
        new ProcessBuilder("/bin/bash", script.toString())
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = bash.waitFor(2, TimeUnit.MINUTES);
    bash.destroyForcibly();
    String text = Files.readString(output);
    assertThat(ended).as(text).isTrue();
    assertThat(bash.exitValue()).as(text).isZero();
    return text;
  }
}
