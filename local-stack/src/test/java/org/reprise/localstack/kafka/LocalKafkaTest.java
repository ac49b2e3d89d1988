package org.reprise.localstack.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.localstack.process.Environments;
import org.reprise.localstack.process.ForkedJvm;
import org.reprise.localstack.process.Leftovers;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ProcessEnded;
import org.reprise.localstack.process.ProcessIdentity;
import org.reprise.localstack.testing.TestKafka;

class LocalKafkaTest {
  @TempDir Path directory;

  @Test
  void keepsWhatItAcknowledgedOverStopKillAndAnotherStart() throws Exception {
    Path kept = directory.resolve("kept");
    int port;
    try (LocalKafka kafka = TestKafka.builder().keepIn(kept).start()) {
      port = kafka.port();
      Messages.send(kafka.bootstrapServers(), "loans", "one");
      final String address = kafka.bootstrapServers();
      kafka.restart();
      assertThat(kafka.bootstrapServers()).isEqualTo(address);
      Messages.send(address, "loans", "two");

      long pid = kafka.pid();
      kafka.kill();
      assertThat(kafka.isAlive()).isFalse();
      assertThat(ProcessIdentity.of(pid)).isEmpty();
      kafka.start();
      assertThat(kafka.pid()).isNotEqualTo(pid);
      assertThat(Messages.read(address, "loans", 2)).containsExactly("one", "two");
    }
    try (LocalKafka again = TestKafka.builder().keepIn(kept).start()) {
      assertThat(again.port()).as("its clients find it").isEqualTo(port);
      assertThat(LocalKafka.find(kept).orElseThrow().port()).isEqualTo(port);
      assertThatThrownBy(() -> TestKafka.builder().keepIn(kept).start())
          .as("two do not share a directory")
          .isInstanceOf(LocalStackException.class)
          .hasMessageContaining("in use by Kafka (pid " + again.pid() + ")");
      assertThat(again.isAlive()).isTrue();
    }
    // On another port, the controller on another one too.
    try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        LocalKafka again = TestKafka.builder().keepIn(kept).start()) {
      assertThat(again.port()).isNotEqualTo(other.getLocalPort());
      assertThat(Messages.read(again.bootstrapServers(), "loans", 2)).containsExactly("one", "two");
    }
    assertThat(LocalKafka.find(kept)).isEmpty();
  }

  @Test
  void isThrownAwayOnCloseAndNotByAStopOrAKill() throws IOException {
    Path run = directory.resolve("run");
    LocalKafka kafka = LocalKafka.builder().runDirectory(run).start();
    try (kafka) {
      assertThat(kafka.directory()).isDirectory();
      Environments.assertClean(kafka.pid());
      kafka.kill();
      assertThat(kafka.directory()).isDirectory();
      kafka.start();
      assertThat(Leftovers.list(run))
          .singleElement()
          .satisfies(listed -> assertThat(listed.pid()).isEqualTo(kafka.pid()));
    }
    kafka.close();
    assertThat(kafka.isAlive()).isFalse();
    assertThat(run).isEmptyDirectory();
  }

  @Test
  void namesTakenPortAndLeavesNothing() throws IOException {
    Path run = directory.resolve("run");
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      KafkaBuilder builder = LocalKafka.builder().runDirectory(run).port(other.getLocalPort());
      assertThatThrownBy(builder::start)
          .isInstanceOf(LocalStackException.class)
          .hasMessageContaining("port " + other.getLocalPort() + " of 127.0.0.1 is taken");
    }
    assertThat(run).isEmptyDirectory();
  }

  @Test
  void showsLogWhenKafkaRefusesSetting() {
    KafkaBuilder builder =
        LocalKafka.builder()
            .runDirectory(directory.resolve("run"))
            .setting("log.retention.minutes", "long");
    assertThatThrownBy(builder::start)
        .isInstanceOf(ProcessEnded.class)
        .hasMessageContaining("log.retention.minutes");
  }

  @Test
  void impossibleValuesAreRefused() {
    KafkaBuilder builder = LocalKafka.builder();
    assertThatThrownBy(() -> builder.port(0)).hasMessageContaining("0");
    assertThatThrownBy(() -> builder.heap("lots")).hasMessageContaining("'lots'");
    assertThatThrownBy(() -> new KafkaSettings(Map.of("a b", "1"))).hasMessageContaining("'a b'");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "\"\", -1",
        "listeners=, -1",
        "listeners=PLAINTEXT, -1",
        "\"listeners=PLAINTEXT://127.0.0.1:1234,CONTROLLER://127.0.0.1:5\", 1234"
      })
  void brokerWhoseSettingsWereNotWrittenHasNoPortYet(
      String settings, int port, @TempDir Path folder) throws IOException {
    KafkaHome home = KafkaHome.kept(folder.resolve("kafka"));
    Files.createDirectories(home.directory());
    Files.writeString(home.settings(), settings);

    assertThat(home.formerPort()).isEqualTo(port < 0 ? OptionalInt.empty() : OptionalInt.of(port));
  }

  @Test
  void listsBrokerOfKilledJvmAsLeftover() throws Exception {
    try (ForkedJvm jvm = ForkedJvm.run(Owner.class, directory)) {
      long pid = Long.parseLong(jvm.line("pid "));
      ProcessIdentity broker = ProcessIdentity.of(pid).orElseThrow();
      jvm.kill();
      assertThat(broker.isAlive()).isTrue();
      List<Leftovers.Leftover> ended = Leftovers.stop(directory);
      assertThat(ended).extracting(Leftovers.Leftover::name).containsExactly("Kafka");
      assertThat(broker.isAlive()).isFalse();
      try (var files = Files.list(directory)) {
        assertThat(files).isEmpty();
      }
    }
  }

  /** Starts a broker and waits to be killed. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws IOException {
      LocalKafka kafka = LocalKafka.builder().runDirectory(Path.of(arguments[0])).start();
      System.out.println("pid " + kafka.pid());
      System.in.read();
    }
  }
}
