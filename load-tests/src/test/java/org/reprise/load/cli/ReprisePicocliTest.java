package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.cps.CpsSuite;
import org.reprise.load.deploy.Home;
import org.reprise.load.engine.Needs;
import org.reprise.load.engine.UsageException;

class ReprisePicocliTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int reprise(String... arguments) {
    return Reprise.commandLine(Systems.ALL)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "'run', SYSTEM",
    "'run nonsense', no system 'nonsense'",
    "'run nonsense --profile smoke', no system 'nonsense'",
    "'repeat nonsense --profile smoke', no system 'nonsense'",
    "'run --resume one nonsense', no system 'nonsense'",
    "'run cps --nonsense', Unknown option",
    "'run gc --applications nowhere', 'not the URL'",
    "'run gc --applications http://127.0.0.1:9', 'a --target that is a URL'",
    "'run cps --profile fast', 'smoke, quick or full'",
    "'run cps --experiment remote-1x1', remote-10x100",
    "'run cps --repeat 0', --repeat",
    "'run cps --target http://192.0.2.1/cps/api', --i-own-this",
    "'run cps --target nowhere', 'not the URL'",
    "'report no-such-run', no-such-run",
    "'compare one', two runs",
    "'list cps-1', cps-307",
    "'run ebms --experiment remote-10x100', maximum",
    "'run ebms --network-latency 99999', --network-latency",
    "'run ebms --target http://127.0.0.1:9/ebms', --sink",
    "'run ebms --target http://127.0.0.1:9/ebms --sink nowhere', HOST:PORT",
    "'run ebms --from-party <x>', party",
    "'run ebms --profile fast', 'smoke, quick or full'",
    "'cpa --target http://127.0.0.1:1/ebms', '--sink'",
    "'up nonsense', no system 'nonsense'",
    "'run all --experiment nonsense', 'nonsense'",
    "'run all --target http://127.0.0.1:9/cps/api', 'run all takes local or compose'",
    "'run all --cpa-id x', --cpa-id",
    "'marc --records 0 --out x', records",
    "'cpa --target nowhere --sink a:1', 'not the URL'",
    "'cache-study --working-set 0', --working-set",
    "'help nonsense', nonsense"
  })
  void aMistakeIsExplainedAndEndsWithTwo(String arguments, String explained) {
    var code = reprise(arguments.split(" "));

    assertThat(code).as(err.toString()).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains(explained).doesNotContain("\tat ");
  }

  /** A fault of ours is none of what was typed, and its trace is not for the terminal. */
  @Test
  void anInternalErrorIsCalledOneAndHasALog() throws Exception {
    for (var failure :
        List.of(new IllegalArgumentException("two many"), new NullPointerException("nothing"))) {
      var text = new StringWriter();
      var code = Reprise.explain(failure, new Home(folder), new PrintWriter(text, true));

      assertThat(code).isEqualTo(Reprise.FAILED);
      assertThat(text.toString())
          .contains("internal error", failure.getMessage(), "details: ")
          .doesNotContain("\tat ");
      var log =
          Path.of(text.toString().lines().toList().getLast().replace("reprise: details: ", ""));
      assertThat(log).content().contains("\tat ", failure.getMessage());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
          .isEqualTo("rw-------");
    }
  }

  /** What a user can cause: no trace either, and no word of an internal error. */
  @Test
  void aFileThatCannotBeWrittenIsNamed() {
    assertThat(reprise("marc", "--records", "1", "--out", folder.resolve("no/such").toString()))
        .isEqualTo(Reprise.FAILED);
    assertThat(err.toString())
        .contains(folder.resolve("no/such").toString(), "NoSuchFile")
        .doesNotContain("\tat ", "internal");
  }

  @Test
  void reportsWhyPortCannotBeUsed() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(LocalServices.portTrouble(taken.getLocalPort()))
          .hasValueSatisfying(why -> assertThat(why).startsWith("cannot be used (Address already"));
    }
  }

  @Test
  void roomIsAskedForWherePostgresHasItsData() throws Exception {
    var needs = new Needs(0, Long.MAX_VALUE, 0);
    assertThat(needs.lacking(folder)).hasValueSatisfying(text -> assertThat(text).contains("disk"));
    assertThat(new Needs(0, 0, Long.MAX_VALUE).lacking(folder))
        .hasValueSatisfying(text -> assertThat(text).contains("of memory"));
    assertThat(new Needs(0, 0, 0).lacking(folder)).isEmpty();
  }

  @Test
  void aloneItSaysWithWhatToBegin() {
    assertThat(reprise()).isZero();
    assertThat(out.toString())
        .containsPattern("./reprise run cps +up to \\d+ min")
        .contains("./reprise run lists", "doctor");
  }

  @Test
  void helpTellsOfTheOptionsOfOneSystemAndOfNoOther() {
    assertThat(reprise("help", "run")).isZero();
    assertThat(out.toString()).contains("cps", "ebms", "lists", "ldx", "gc", "content", "all");
    assertThat(reprise("run", "cps", "--help")).isZero();
    assertThat(out.toString())
        .contains("--profile", "--dry-run", "--processors")
        .doesNotContain("--cpa-id");
  }

  @Test
  void aPortOfTheEnvironmentIsAPort() {
    var cps = new CpsSuite().service().address();
    assertThat(cps.port(Map.of())).isEmpty();
    assertThat(cps.port(Map.of("CPS_PORT", "9000"))).hasValue(9000);
    for (var wrong : List.of("x", "0", "65536")) {
      assertThatThrownBy(() -> cps.port(Map.of("CPS_PORT", wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("CPS_PORT");
      var services = new LocalServices(new Home(folder), Map.of("CPS_PORT", wrong));
      assertThatThrownBy(() -> services.up(Systems.services(), _ -> {}))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("CPS_PORT: 1 to 65535, not '%s'", wrong);
    }
  }

  @Test
  void dryRunSaysWhatWillBeRunAndWhatItTakes() {
    assertThat(reprise("run", "cps", "--profile", "full", "--dry-run")).isZero();

    assertThat(out.toString())
        .contains(
            "embedded-2x500",
            "2 threads × 500 circles",
            "wall time",
            "MiB of disk",
            "MiB of memory",
            "2 threads, 1.0 s of warm-up and a window of 2.8 s",
            "8 × in turn",
            "processors: no role is limited")
        .containsPattern("explanation +tested");
  }

  @Test
  void dryRunOfAllSaysBoth() {
    assertThat(reprise("run", "all", "--profile", "full", "--dry-run")).isZero();

    assertThat(out.toString())
        .contains("remote-50x20", "nominal", "20 steps", "network latency: none added");
  }

  @Test
  void cpaPrintsAnAgreementWithBothEndpoints() {
    assertThat(
            reprise(
                "cpa",
                "--cpa-id",
                "a.b",
                "--from-party",
                "01",
                "--to-party",
                "02",
                "--sink",
                "10.0.0.5:18888",
                "--target",
                "http://gateway:8080/ebms"))
        .isZero();

    assertThat(out.toString())
        .contains(
            "tns:cpaid=\"a.b\"",
            ">01</tns:PartyId>",
            ">02</tns:PartyId>",
            "\"http://10.0.0.5:18888/ebms/",
            "\"http://gateway:8080/ebms\"",
            "syncReplyMode=\"none\"");
  }

  @Test
  void listNamesReportsExperimentsClaimsAndFigures() {
    assertThat(reprise("list", "--figures")).isZero();

    assertThat(out.toString())
        .contains(
            "cps-307",
            "remote-50x20",
            "create-node-highest",
            "password-hashing",
            "digikoppeling-2018",
            "maximum.p90",
            "knee-to-required",
            "remote-2x500.create-node.avg");
  }
}
