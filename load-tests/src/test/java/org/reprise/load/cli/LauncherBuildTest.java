package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the script {@code reprise} builds: in a checkout whose Maven writes down what it was asked
 * to build and writes files for it, by a JDK whose {@code java} does nothing.
 */
class LauncherBuildTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> MODULES =
      List.of(
          "service-kit",
          "local-stack",
          "cps-core",
          "ebms-adapter",
          "list-refresh",
          "trs-feed",
          "ldx-indexer",
          "gc-service",
          "content-store");
  private static final String MAVEN =
      """
      #!/bin/sh
      while [ "$1" != -pl ]; do shift; done
      echo "$2" >>asked.txt
      mkdir -p load-tests/target
      for module in $(echo "$2" | tr , ' '); do
        mkdir -p "$module/target"
        echo >"$module/target/$module-1-app.jar"
        touch -t 202601010000 "$module/target/$module-1-app.jar"
      done
      case $2 in load-tests*) echo >load-tests/target/class-path.txt ;; esac
      """;

  @TempDir private Path folder;
  private Path checkout;

  @BeforeEach
  void prepare() throws IOException {
    checkout = Files.createDirectory(folder.resolve("check out"));
    executable(checkout.resolve("reprise"), Files.readString(ROOT.resolve("reprise")));
    executable(checkout.resolve("mvnw"), MAVEN);
    source(".mvn/find-jdk.sh", Files.readString(ROOT.resolve(".mvn/find-jdk.sh")));
    source("pom.xml");
    for (var module : MODULES) {
      source(module + "/pom.xml");
      source(module + "/src/main/java/A.java");
    }
    source("load-tests/pom.xml");
    source("load-tests/src/main/java/A.java");
    Files.copy(ROOT.resolve("load-tests/systems.txt"), checkout.resolve("load-tests/systems.txt"));
    source("jdk/release", "JAVA_VERSION=\"25\"\n");
    executable(checkout.resolve("jdk/bin/javac"), "#!/bin/sh\n");
    executable(checkout.resolve("jdk/bin/java"), "#!/bin/sh\n");
  }

  @ParameterizedTest
  @CsvSource({
    "run cps, 'load-tests,cps-core'",
    "run ebms --profile full, 'load-tests,ebms-adapter'",
    "run lists, 'load-tests,list-refresh'",
    "run ldx, 'load-tests,trs-feed,ldx-indexer'",
    "run gc, 'load-tests,gc-service,trs-feed'",
    "run content, 'load-tests,content-store'",
    "up cps lists --cps-port 9000, 'load-tests,cps-core,list-refresh'",
    "up, 'load-tests,cps-core,ebms-adapter,list-refresh,trs-feed,ldx-indexer,gc-service,content-store'",
    "run all, 'load-tests,cps-core,ebms-adapter,list-refresh,trs-feed,ldx-indexer,gc-service,content-store'",
    "run nothing, load-tests",
    "run cps --help, load-tests",
    "up -h, load-tests",
    "report cps-307, load-tests",
    "'', load-tests",
  })
  void buildsTheServicesThatTheCommandStarts(String command, String modules) throws Exception {
    assertThat(builds(command)).containsExactly(modules);
  }

  @Test
  void buildsOnceWhatDoesNotChange() throws Exception {
    builds("run cps");

    assertThat(builds("run cps")).isEmpty();
    assertThat(builds("list")).isEmpty();
  }

  /** And leaves alone what other commands may be running from. */
  @Test
  void buildsAServiceThatALaterCommandStarts() throws Exception {
    builds("run cps");

    assertThat(builds("run ebms")).containsExactly("ebms-adapter");
    assertThat(builds("run ebms")).isEmpty();
    assertThat(builds("run cps")).isEmpty();
  }

  @Test
  void aChangedServiceIsBuiltForItsOwnSystemOnly() throws Exception {
    builds("up");
    change("ebms-adapter/src/main/java/A.java");

    assertThat(builds("run cps")).isEmpty();
    assertThat(builds("run ebms")).containsExactly("load-tests,ebms-adapter");
  }

  @Test
  void whatServicesShareIsBuiltForEachOfThem() throws Exception {
    builds("up");
    change("service-kit/src/main/java/A.java");

    assertThat(builds("run cps")).containsExactly("load-tests,cps-core");
    assertThat(builds("run cps")).isEmpty();
    assertThat(builds("run ebms")).containsExactly("ebms-adapter");
  }

  @ParameterizedTest
  @CsvSource({"pom.xml", "load-tests/pom.xml", "load-tests/src/main/java/A.java"})
  void aChangeOfTheProgramIsBuiltForEveryCommand(String changed) throws Exception {
    builds("list");
    change(changed);

    assertThat(builds("list")).containsExactly("load-tests");
  }

  /** The second finds built what it needs, and does not build over what the first runs from. */
  @Test
  void ofTwoCommandsAtOnceOneBuilds() throws Exception {
    buildsUntilToldToEnd();
    var first = start("run cps", folder.resolve("first.txt"));
    await().atMost(LIMIT).until(() -> !asked().isEmpty());
    var second = startedWhileAnotherBuilds();
    assertThat(asked()).containsExactly("load-tests,cps-core");

    Files.createFile(checkout.resolve("go"));

    requireWell(first, folder.resolve("first.txt"));
    requireWell(second, folder.resolve("second.txt"));
    assertThat(asked()).containsExactly("load-tests,cps-core");
  }

  /** Maven goes on where its command is killed: no second one may work in the same folders. */
  @Test
  void theBuildOfAKilledCommandIsWaitedFor() throws Exception {
    buildsUntilToldToEnd();
    var killed = start("run cps", folder.resolve("killed.txt"));
    await().atMost(LIMIT).until(() -> !asked().isEmpty());
    killed.destroyForcibly().waitFor();
    var second = startedWhileAnotherBuilds();

    Files.createFile(checkout.resolve("go"));

    requireWell(second, folder.resolve("second.txt"));
    // Nobody saw how the first build ended.
    assertThat(asked()).containsExactly("load-tests,cps-core", "load-tests,cps-core");
    assertThat(builds("run cps")).isEmpty();
  }

  /** It may be half a jar, which is as new as a whole one. */
  @Test
  void whatABuildLeftThatDidNotEndWellIsBuiltAgain() throws Exception {
    executable(checkout.resolve("mvnw"), MAVEN + "exit 1\n");
    assertThat(start("run cps", folder.resolve("failed.txt")).waitFor(60, TimeUnit.SECONDS))
        .isTrue();

    executable(checkout.resolve("mvnw"), MAVEN);
    assertThat(builds("run ebms")).containsExactly("load-tests,ebms-adapter");
    assertThat(builds("run cps")).containsExactly("cps-core");
    assertThat(builds("run cps")).isEmpty();
  }

  /** What a command leaves that is killed together with its build holds up nobody. */
  @Test
  void aLockThatNobodyHoldsIsTaken() throws Exception {
    for (var name : List.of("reprise.lock", "reprise-build.lock")) {
      Files.createDirectories(checkout.resolve("target"));
      Files.writeString(checkout.resolve("target").resolve(name), "");
    }

    assertThat(builds("run cps")).containsExactly("load-tests,cps-core");
  }

  @Test
  void aBuildThatFailsHoldsUpNobody() throws Exception {
    executable(checkout.resolve("mvnw"), "#!/bin/sh\nexit 1\n");
    var process = start("run cps", folder.resolve("failed.txt"));
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(3);

    executable(checkout.resolve("mvnw"), MAVEN);
    assertThat(builds("run cps")).containsExactly("load-tests,cps-core");
  }

  @Test
  void aPlaceWhereNothingCanBeWrittenIsSaid() throws Exception {
    Files.createDirectories(checkout.resolve("target/reprise.lock"));
    var output = folder.resolve("refused.txt");
    var process = start("run cps", output);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(3);
    assertThat(Files.readString(output)).contains("target/reprise.lock");
    assertThat(asked()).isEmpty();
  }

  private void buildsUntilToldToEnd() throws IOException {
    executable(
        checkout.resolve("mvnw"),
        MAVEN.replace(
            "mkdir -p load-tests/target",
            "until [ -e go ]; do sleep 0.05; done; mkdir -p load-tests/target"));
  }

  private Process startedWhileAnotherBuilds() throws IOException {
    var output = folder.resolve("second.txt");
    var second = start("run cps", output);
    await().atMost(LIMIT).until(() -> Files.readString(output).contains("waiting for it"));
    return second;
  }

  private void source(String path) throws IOException {
    source(path, "");
  }

  private void source(String path, String content) throws IOException {
    var file = checkout.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /** Later than all that is built: file systems count in milliseconds. */
  private void change(String path) throws IOException {
    var file = checkout.resolve(path);
    var lastBuilt = checkout.resolve("load-tests/target/class-path.txt");
    var built = (FileTime) Files.getAttribute(lastBuilt, "unix:ctime");
    do {
      Files.writeString(file, "");
    } while (Files.getLastModifiedTime(file).compareTo(built) <= 0);
  }

  private static void executable(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** What was built before the command ran, a line for each build. */
  private List<String> builds(String command) throws IOException, InterruptedException {
    Files.deleteIfExists(checkout.resolve("asked.txt"));
    var output = folder.resolve("output.txt");
    requireWell(start(command, output), output);
    return asked();
  }

  private List<String> asked() throws IOException {
    var asked = checkout.resolve("asked.txt");
    return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
  }

  private Process start(String command, Path output) throws IOException {
    var words = new ArrayList<String>();
    words.add(checkout.resolve("reprise").toString());
    words.addAll(command.isEmpty() ? List.of() : List.of(command.split(" ")));
    var builder =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", checkout.resolve("jdk").toString());
    builder.environment().remove("REPRISE_NO_BUILD");
    return builder.start();
  }

  private static void requireWell(Process process, Path output)
      throws IOException, InterruptedException {
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
