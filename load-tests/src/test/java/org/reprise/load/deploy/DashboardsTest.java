package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The dashboards of compose ask for metrics that services have, of a Prometheus that asks them. */
class DashboardsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DASHBOARDS = ROOT.resolve("compose/grafana/dashboards");

  /** Of Spring Boot, the JVM, HikariCP and Kafka's clients. */
  private static final Pattern COMMON =
      Pattern.compile(
          "http_server_requests_seconds_(count|sum|max)|process_cpu_time_ns_total"
              + "|jvm_memory_(used|max)_bytes|hikaricp_connections_(active|max|pending)"
              + "|kafka_consumer_fetch_manager_records_lag");

  private static final Pattern METRIC = Pattern.compile("[a-z]+(_[a-z]+)+");
  private static final Pattern UNITS =
      Pattern.compile("(_seconds|_bytes)?(_count|_sum|_max|_total)?$");
  private static final Pattern LITERAL = Pattern.compile("\"([a-z.]+)\"");

  private static final TreeSet<String> LITERALS = new TreeSet<>();

  @BeforeAll
  static void readSources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path sources : modules.map(it -> it.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(sources) && !sources.startsWith("../load-tests")) {
          read(sources);
        }
      }
    }
  }

  private static void read(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        LITERAL.matcher(Files.readString(file)).results().forEach(it -> LITERALS.add(it.group(1)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cps", "ebms", "lists", "ldx", "gc", "content"})
  void asksForMetricsThatServicesHave(String system) throws IOException {
    JsonNode dashboard =
        JsonMapper.shared().readTree(Files.readString(DASHBOARDS.resolve(system + ".json")));

    assertThat(dashboard.path("title").asString()).isEqualTo(system);
    List<JsonNode> panels = dashboard.path("panels").valueStream().toList();
    assertThat(panels).extracting(it -> it.path("id").asInt()).doesNotHaveDuplicates();
    assertThat(panels).extracting(it -> it.path("gridPos")).doesNotHaveDuplicates();
    assertThat(panels)
        .allSatisfy(panel -> {
          assertThat(panel.at("/datasource/uid").asString()).isEqualTo("prometheus");
          assertThat(panel.path("targets")).isNotEmpty();
        });
    assertThat(panels.stream().flatMap(it -> it.path("targets").valueStream()))
        .allSatisfy(target -> {
          List<String> metrics = metrics(target.path("expr").asString());
          assertThat(metrics).isNotEmpty().allMatch(DashboardsTest::isRegistered);
        });
  }

  private static List<String> metrics(String expression) {
    String withoutLabels = expression.replaceAll("\\{[^}]*}|\\[[^]]*]|by \\([^)]*\\)", "");
    return METRIC.matcher(withoutLabels).results().map(MatchResult::group).toList();
  }

  /** Micrometer's names have dots, and code may put them together of a start and an end. */
  private static boolean isRegistered(String metric) {
    String name = UNITS.matcher(metric).replaceFirst("").replace('_', '.');
    return COMMON.matcher(metric).matches()
        || LITERALS.contains(name)
        || IntStream.range(0, name.length())
            .filter(it -> name.charAt(it) == '.')
            .anyMatch(dot ->
                (LITERALS.contains(name.substring(0, dot))
                        && LITERALS.contains(name.substring(dot)))
                    || (LITERALS.contains(name.substring(0, dot + 1))
                        && LITERALS.contains(name.substring(dot + 1))));
  }

  @Test
  void prometheusAsksEachService() throws IOException {
    String targets = Files.readString(ROOT.resolve("compose/prometheus.sh"));
    JsonNode services =
        new YAMLMapper()
            .readTree(Files.readString(ROOT.resolve("docker-compose.yml")))
            .path("services");

    assertThat(services.properties())
        .filteredOn(it -> it.getValue().has("build"))
        .hasSize(7)
        .allSatisfy(service -> {
          String port = service.getValue().at("/environment/SERVER_PORT").asString("");
          assertThat(targets)
              .contains(
                  port.isEmpty()
                      ? service.getKey()
                          + ":"
                          + service.getValue().at("/build/args/PORT").asString()
                      : "clm-network:" + port.replaceAll("\\$\\{(\\w+).*", "\\$$1"));
        });
  }
}
