package org.reprise.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtExitTest {
  @TempDir Path directory;

  /** Interrupted before it has started anything. */
  static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime().addShutdownHook(new Thread(Interrupted::useIt));
    }

    private static void useIt() {
      System.out.println("ending " + AtExit.isEnding());
      try {
        AtExit.add(() -> {});
      } catch (LocalStackException e) {
        System.out.println("refused " + e.getMessage());
      }
      System.out.flush();
    }
  }

  @Test
  void knowsThatTheJvmEndsWhereItIsFirstNeededThen() throws IOException, InterruptedException {
    try (ForkedJvm jvm = ForkedJvm.run(Interrupted.class, directory)) {
      assertThat(jvm.line("ending ")).isEqualTo("true");
      assertThat(jvm.line("refused ")).contains("nothing is started");
      assertThat(jvm.awaitEnd()).isZero();
    }
  }
}
