package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reprise.kit.KitService.basic;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** What a service refuses to start with, and how it ends. */
class StartAndStopTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @Test
  void refusesToStartWithoutPassword() {
    assertThatThrownBy(KitService::start)
        .rootCause()
        .hasMessageContaining("reprise.security.password")
        .hasMessageContaining("REPRISE_SECURITY_PASSWORD");
    assertThatThrownBy(() -> KitService.start("--reprise.security.password= "))
        .rootCause()
        .hasMessageContaining("reprise.security.password");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reprise.security.username=a:b            | reprise.security.username",
        "reprise.security.password={bcrypt}secret | reprise.security.password",
        "reprise.security.verification-cache-ttl=-1s | reprise.security.verification-cache-ttl"
      })
  void invalidSettingStopsStartUpAndIsNamed(String setting, String name) {
    String password =
        setting.startsWith("reprise.security.password") ? "" : "--reprise.security.password=x";
    assertThatThrownBy(() -> KitService.start("--" + setting, password))
        .rootCause()
        .hasMessageContaining(name);
  }

  @Test
  void acceptsAHashedPassword() {
    String hash = "{bcrypt}" + new BCryptPasswordEncoder(4).encode("hashed");
    try (KitService service =
        KitService.start(
            "--reprise.security.username=me",
            "--reprise.security.password=" + hash,
            "--reprise.security.verification-cache-ttl=0s")) {
      assertThat(service.get("/hello", "Authorization", basic("me", "hashed")).statusCode())
          .isEqualTo(200);
      assertThat(service.get("/hello", "Authorization", basic("me", "hashes")).statusCode())
          .isEqualTo(401);
      assertThat(service.get("/hello", "Authorization", basic("me", hash)).statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void finishesRequestsOnShutdown() throws Exception {
    KitService service =
        KitService.withPassword("--spring.lifecycle.timeout-per-shutdown-phase=10m");
    int port = service.port();
    KitService.Gate gate = service.gate();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<HttpResponse<String>> answer =
          callers.submit(() -> service.get("/gate", "Authorization", KitService.right()));
      assertThat(gate.entered().await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      Thread ending = Thread.ofPlatform().start(service::close);
      awaitRefusal(port);
      assertThat(ending.isAlive()).isTrue();
      assertThat(answer.isDone()).isFalse();

      gate.opened().countDown();

      assertThat(answer.get().statusCode()).isEqualTo(200);
      assertThat(answer.get().body()).isEqualTo("through");
      ending.join(LIMIT);
      assertThat(ending.isAlive()).isFalse();
    } finally {
      gate.opened().countDown();
      service.close();
    }
  }

  private static void awaitRefusal(int port) throws InterruptedException {
    Instant deadline = Instant.now().plus(LIMIT);
    while (Instant.now().isBefore(deadline)) {
      try (Socket another = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(another.isConnected()).isTrue();
      } catch (ConnectException e) {
        return;
      } catch (IOException e) {
        Thread.onSpinWait();
      }
    }
    throw new AssertionError("the service still accepts connections");
  }
}
