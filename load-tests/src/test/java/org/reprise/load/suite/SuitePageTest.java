package org.reprise.load.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.deploy.Commands;
import org.reprise.load.run.CommandLock;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.Verdict;

class SuitePageTest {
  @TempDir private Path results;

  private String page() throws IOException {
    SuitePage.write(results);
    return Files.readString(results.resolve("index.html"));
  }

  @Test
  void showsTheNewestValidJudgedRunOfEachSystem() throws IOException {
    ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.1), "quick"), 1);
    var newest =
        ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.2), "quick"), 2);
    var smoke =
        ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.2), "smoke"), 3);
    var invalid = SampleRun.published(0.1).invalid("other programs <used> the machine");
    ImaginedRuns.written(results, ImaginedRuns.cps("", invalid, "quick"), 4);
    var ebms = ImaginedRuns.written(results, ImaginedRuns.ebms(""), 5);

    var page = page();
    var systems = page.substring(page.indexOf("id=\"systems\""), page.indexOf("id=\"claims\""));
    assertThat(systems)
        .contains("href=\"%s/index.html\"".formatted(newest.runId()))
        .contains("href=\"%s/index.html\"".formatted(ebms.runId()))
        .doesNotContain(smoke.runId())
        .contains("170.05 ms in the report", ">33.", "not measured: <code>./reprise run lists");
    assertThat(page)
        .contains("5 published performance reports", "claims of 2 of 6 systems reproduced");
    assertThat(page).containsPattern("The last one finished \\d+ \\w+ \\d{4}, ");
  }

  @Test
  void showsARunOfAnotherDeploymentBesideTheReferences() throws IOException {
    var here =
        ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.2), "quick"), 1);
    var measured = ImaginedRuns.cps("", SampleRun.published(0.4), "quick");
    var other =
        ImaginedRuns.written(
            results, Records.with(measured, "target", "http://original:8883/cps/api"), 2);

    var page = page();
    var systems = page.substring(page.indexOf("id=\"systems\""), page.indexOf("id=\"claims\""));
    assertThat(systems)
        .contains("<a href=\"%s/index.html\">cps</a>".formatted(here.runId()))
        .contains(
            "<a href=\"%s/index.html\">http://original:8883/cps/api</a>".formatted(other.runId()))
        .contains(">33.", ">67.");
  }

  @Test
  void listsEveryRunAndWhatCannotBeRead() throws IOException {
    var run =
        ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.1), "quick"), 1);
    Files.createDirectory(results.resolve("cps-quick-20260101T000000Z"));

    var page = page();
    assertThat(page.substring(page.indexOf("id=\"history\"")))
        .contains(run.runId(), "Not readable: cps-quick-20260101T000000Z");
  }

  @Test
  void marksTheRunInWhichAClaimChanged() throws IOException {
    var good = ImaginedRuns.cps("", SampleRun.published(0.1), "quick");
    var claims =
        good.claims().stream()
            .map(it ->
                it.verdict() == Verdict.REPRODUCED
                    ? Records.with(it, "verdict", Verdict.DIFFERS)
                    : it)
            .toList();
    ImaginedRuns.written(results, good, 1);
    var changed = ImaginedRuns.written(results, Records.with(good, "claims", claims), 2);

    var page = page();
    assertThat(page.substring(page.indexOf("id=\"changes\""), page.indexOf("id=\"history\"")))
        .contains(changed.runId(), "Differs, before Reproduced");
  }

  @Test
  void readsNothingOfWhatRunsMeasured() throws IOException {
    var run =
        ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.1), "quick"), 1);
    var record = run.path().resolve(RunDirectory.RECORD);
    var whole = Files.readString(record);
    var measured = whole.lastIndexOf("\"measured\" : {");
    Files.writeString(record, whole.substring(0, measured + 14) + "not read");

    assertThat(page()).contains(run.runId()).doesNotContain("Not readable");
  }

  /** A command that is at the page until its input ends. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException {
      try (var _ = CommandLock.take(Path.of(arguments[0]), () -> {})) {
        System.out.println("writes");
        System.in.read();
      }
    }
  }

  @Test
  void hasARunThatEndsWhileAnotherCommandWrites() throws Exception {
    var other = new ProcessBuilder(Commands.ofJdk("java"), Other.class.getName());
    other.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    other.command().add(results.resolve(".lock").toString());
    var writes = other.redirectError(Redirect.INHERIT).start();
    try {
      assertThat(writes.inputReader().readLine()).isEqualTo("writes");
      var page = new FutureTask<>(this::page);
      Thread.ofPlatform().daemon().start(page);
      assertThatThrownBy(() -> page.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      var run =
          ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.1), "quick"), 1);
      writes.getOutputStream().close();
      assertThat(page.get()).contains(run.runId());
    } finally {
      writes.destroyForcibly();
    }
  }

  @Test
  void asksNothingOfAnyNetworkAndIsAccessible() throws IOException {
    ImaginedRuns.written(results, ImaginedRuns.cps("", SampleRun.published(0.1), "quick"), 1);
    var page = page();
    assertThat(page)
        .doesNotContain("<script", "@import", "url(", "http:", "https:")
        .contains("Content-Security-Policy", "prefers-color-scheme: dark", "<html lang=\"en\">");
    assertThat(Pattern.compile("<th(?![^>]*scope=)[ >]").matcher(page).find()).isFalse();
    assertThat(Pattern.compile("id=\"([^\"]+)\"").matcher(page).results().map(m -> m.group(1)))
        .doesNotHaveDuplicates();
    assertThat(Pattern.compile("href=\"#([^\"]+)\"").matcher(page).results().map(m -> m.group(1)))
        .allSatisfy(it -> assertThat(page).contains("id=\"" + it + "\""));
  }

  @Test
  void isDrawnWithoutAnyRun() throws IOException {
    assertThat(page()).contains("0 of 0 claims of 0 of 6 systems", "No system was measured yet.");
  }
}
