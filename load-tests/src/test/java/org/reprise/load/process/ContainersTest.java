package org.reprise.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Throttling;

/** Against what an engine (Docker 20.10, control groups of version 1 and 2) has answered. */
class ContainersTest {
  private static final String LIST =
      """
      [{"Id": "aaa", "Names": ["/reprise-primary-1"], "State": "running",
        "Ports": [{"IP": "127.0.0.1", "PrivatePort": 5432, "PublicPort": 15433, "Type": "tcp"}]},
       {"Id": "bbb", "Names": ["/reprise-service-1"], "State": "running",
        "Ports": [{"PrivatePort": 8080, "Type": "tcp"},
                  {"IP": "127.0.0.1", "PrivatePort": 8885, "PublicPort": 8885, "Type": "tcp"}]}]
      """;

  private static final String STATS =
      """
      {"read": "2026-11-22T10:00:00.1Z",
       "cpu_stats": {"cpu_usage": {"total_usage": 12345678901, "usage_in_usermode": 9000000000},
         "system_cpu_usage": 99999990000000, "online_cpus": 2,
         "throttling_data": {"periods": 400, "throttled_periods": 300, "throttled_time": 25500000000}},
       "memory_stats": {"usage": 104857600, "limit": 1073741824,
         "stats": {"%s": 4857600, "active_file": 1000}}}
      """;

  private final Map<String, String> answers = new HashMap<>();
  private HttpServer engine;
  @TempDir private Path folder;

  @BeforeEach
  void start() throws IOException {
    engine = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    engine.createContext(
        "/",
        exchange -> {
          var answer = answers.get(exchange.getRequestURI().toString());
          var body =
              (answer == null ? "{\"message\":\"none\"}" : answer).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    engine.start();
    answers.put("/containers/json", LIST);
    answers.put(
        "/containers/aaa/stats?stream=false&one-shot=true", STATS.formatted("inactive_file"));
    answers.put(
        "/containers/bbb/stats?stream=false&one-shot=true", STATS.formatted("total_inactive_file"));
    answers.put(
        "/containers/aaa/json", "{\"HostConfig\": {\"NanoCpus\": 300000000, \"CpuQuota\": 0}}");
    answers.put("/containers/bbb/json", "{\"HostConfig\": {\"NanoCpus\": 0, \"CpuQuota\": 0}}");
  }

  @AfterEach
  void stop() {
    engine.stop(0);
  }

  private Map<String, String> tcp() {
    return Map.of("DOCKER_HOST", "tcp://127.0.0.1:" + engine.getAddress().getPort());
  }

  @Test
  void containersAreFoundByTheirPortsWithWhatTheyUsed() throws IOException {
    try (var containers = Containers.find(Map.of("primary", 15433, "service", 8885), tcp())) {
      assertThat(containers.unknown()).isEmpty();
      assertThat(containers.cores())
          .containsEntry("primary", OptionalDouble.of(0.3))
          .containsEntry("service", OptionalDouble.empty());
      for (var role : new String[] {"primary", "service"}) {
        var counters = containers.find(role).orElseThrow().counters();
        assertThat(counters.cpuSeconds()).isCloseTo(12.345678901, Offset.offset(1e-9));
        assertThat(counters.memoryBytes()).isEqualTo(100_000_000);
        assertThat(counters.throttling()).isEqualTo(new Throttling(400, 300, 25.5));
      }
    }
  }

  @Test
  void theirLimitsAreTheComposeFiles() {
    try (var containers = Containers.find(Map.of("primary", 15433, "service", 8885), tcp());
        var processors = Processors.of(containers)) {
      assertThat(processors.roles())
          .containsExactlyInAnyOrder(
              new RoleProcessors("primary", 0.3, "compose", null),
              new RoleProcessors("service", null, null, null));
      assertThat(processors.refusal()).isEmpty();
    }
  }

  @Test
  void quotaAndPeriodAreALimitToo() {
    answers.put(
        "/containers/bbb/json",
        "{\"HostConfig\": {\"NanoCpus\": 0, \"CpuQuota\": 50000, \"CpuPeriod\": 100000}}");
    try (var containers = Containers.find(Map.of("service", 8885), tcp())) {
      assertThat(containers.cores()).containsEntry("service", OptionalDouble.of(0.5));
    }
  }

  @Test
  void aRoleWhoseCpuCannotBeReadSaysSo() {
    answers.put("/containers/bbb/stats?stream=false&one-shot=true", "{\"cpu_stats\": {}}");
    try (var containers = Containers.find(Map.of("service", 8885), tcp());
        var nowhere = Containers.find(Map.of("broker", 9), tcp());
        var processors = Processors.of(nowhere)) {
      assertThat(containers.found()).isEmpty();
      assertThat(containers.remarks()).hasSize(1);
      assertThat(containers.remarks().getFirst()).contains("service: ", "CPU", "bbb");
      assertThat(nowhere.remarks().getFirst())
          .contains("broker: ", "no container is published at port 9");
      assertThat(processors.roles().getFirst().why()).contains("no container");
    }
  }

  @Test
  void anEngineThatIsNotThereIsNamed() {
    var socket = folder.resolve("none.sock");
    for (var host : new String[] {"unix://" + socket, "ssh://somebody@elsewhere", "tcp://a b"}) {
      try (var containers = Containers.find(Map.of("service", 8885), Map.of("DOCKER_HOST", host))) {
        assertThat(containers.found()).isEmpty();
        assertThat(containers.remarks().getFirst())
            .contains("service: ", host.replace("unix://", ""), "DOCKER_HOST");
      }
    }
  }

  @Test
  void anEngineIsReachedByItsSocket() throws Exception {
    var socket = folder.resolve("engine.sock");
    try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listening.bind(UnixDomainSocketAddress.of(socket));
      Thread.ofVirtual().start(() -> relay(listening));
      try (var containers =
          Containers.find(Map.of("service", 8885), Map.of("DOCKER_HOST", "unix://" + socket))) {
        assertThat(containers.remarks()).isEmpty();
        assertThat(containers.find("service").orElseThrow().counters().cpuSeconds())
            .isGreaterThan(12);
      }
    }
  }

  /** Leads from the socket to the server that answers. */
  private void relay(ServerSocketChannel listening) {
    try {
      while (true) {
        var client = listening.accept();
        var server = SocketChannel.open(engine.getAddress());
        Thread.ofVirtual().start(() -> copy(client, server));
        Thread.ofVirtual().start(() -> copy(server, client));
      }
    } catch (IOException closed) {
      return;
    }
  }

  private static void copy(ByteChannel from, ByteChannel to) {
    var buffer = ByteBuffer.allocate(8192);
    try (from;
        to) {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
    } catch (IOException closed) {
      return;
    }
  }
}
