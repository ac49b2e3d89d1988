package org.reprise.load.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChaosTest {
  private final AtomicReference<Process> server = new AtomicReference<>();

  /** A store that is there while its process is, and forgets each tenth write. */
  private final class Forgetful implements AcknowledgedWrites {
    private final Set<String> stored = ConcurrentHashMap.newKeySet();

    @Override
    public String write(int number) throws IOException {
      if (!server.get().isAlive()) {
        throw new IOException("refused");
      }
      var key = "write " + number;
      if (number % 10 != 0) {
        stored.add(key);
      }
      return key;
    }

    @Override
    public void require(String key) throws IOException {
      if (!stored.contains(key)) {
        throw new IOException("is not there");
      }
    }

    @Override
    public void close() {}
  }

  private void start() throws IOException {
    server.set(new ProcessBuilder("sleep", "3600").start());
  }

  @AfterEach
  void end() {
    server.get().destroyForcibly();
  }

  @Test
  void reportsWritesLostBesideKillAndStop() throws Exception {
    start();
    try (var chaos = new Chaos(new Forgetful())) {
      var effect = chaos.strike("store", server.get().pid(), Chaos.Fault.KILLED, this::start);

      assertThat(effect.victim()).isEqualTo("store");
      assertThat(effect.text()).contains("killed", "without an acknowledgement");
      assertThat(chaos.strike("store", server.get().pid(), Chaos.Fault.STOPPED, this::start).text())
          .contains("stopped");
      for (var fault : Chaos.Fault.values()) {
        assertThatThrownBy(() -> chaos.strike("broker", -1, fault, this::start))
            .isInstanceOf(IOException.class)
            .hasMessage("broker has died");
      }
      assertThat(chaos.lost()).contains("write 10: is not there");
      assertThat(chaos.count()).isGreaterThanOrEqualTo(40);
    }
  }
}
