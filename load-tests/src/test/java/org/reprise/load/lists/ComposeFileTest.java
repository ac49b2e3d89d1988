package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.ebms.EbmsService;
import org.reprise.load.engine.Profile;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** That docker-compose.yml is the report's deployment in small, where the run looks for it. */
class ComposeFileTest {
  private static JsonNode services;

  @BeforeAll
  static void read() throws IOException {
    services =
        new YAMLMapper()
            .readTree(Files.readString(Path.of("../docker-compose.yml")))
            .path("services");
  }

  @Test
  void everythingIsPublishedOnLoopbackOnly() {
    services
        .properties()
        .forEach(service ->
            service
                .getValue()
                .path("ports")
                .forEach(port ->
                    assertThat(port.asString()).as(service.getKey()).startsWith("127.0.0.1:${")));
  }

  @Test
  void eachImageHasAVersion() throws IOException {
    var images =
        Pattern.compile("image: (\\S+)")
            .matcher(
                Files.readString(Path.of("../docker-compose.yml"))
                    + Files.readString(Path.of("../compose/s3.yml")))
            .results()
            .map(found -> found.group(1));
    assertThat(images).allMatch(it -> it.matches("reprise/[a-z-]+:local|[a-z/]+:v?\\d[.\\d]*"));
  }

  @Test
  void theRunLooksWhereComposePublishes() {
    var topology = ListsService.topology(Profile.of("lists", "quick"));
    var broker = topology.servers().getLast().address();
    published("postgres", Topology.POSTGRESQL.address(), 5432);
    published("lists-primary", topology.servers().getFirst().address(), 5432);
    published("lists-standby", topology.servers().get(1).address(), 5432);
    published("kafka", broker, 9094);
    var containers = List.of("", "-unsplit", "-circulation", "-import").iterator();
    for (var role : topology.services()) {
      published("list-refresh" + containers.next(), role.address(), 8885);
    }
    assertThat(services.at("/kafka/environment/KAFKA_ADVERTISED_LISTENERS").asString())
        .contains("LOOPBACK://127.0.0.1:${KAFKA_PORT:-" + broker.port() + "}");
  }

  private static void published(String service, Target.Address address, int inside) {
    assertThat(services.path(service).path("ports").path(0).asString())
        .isEqualTo("127.0.0.1:${%s:-%d}:%d".formatted(address.variable(), address.port(), inside));
  }

  /** Who shares the network of a container is left in the former one when that is restarted. */
  @Test
  void noServiceHasTheNetworkOfOneThatMayEnd() {
    var shared = services.findValuesAsString("network_mode");
    assertThat(shared).hasSize(3).containsOnly("service:clm-network");
    assertThat(services.at("/clm-network/entrypoint/0").asString()).isEqualTo("sleep");
  }

  @Test
  void everyServiceHasAnImageThatListensWhereItIsPublished() {
    var builds = services.valueStream().filter(it -> it.has("build")).toList();
    assertThat(builds)
        .extracting(it -> it.at("/build/context").asString())
        .containsExactlyInAnyOrder(
            "cps-core",
            "ebms-adapter",
            "list-refresh",
            "trs-feed",
            "ldx-indexer",
            "gc-service",
            "content-store");
    assertThat(builds)
        .allSatisfy(it -> {
          assertThat(
                  Path.of(
                      "..",
                      it.at("/build/context").asString(),
                      it.at("/build/dockerfile").asString()))
              .exists();
          assertThat(services.toString())
              .contains("_PORT:-" + it.at("/build/args/PORT").asString() + "}");
        });
  }

  @Test
  void envSetsEachVariableThatHasNoDefault(@TempDir Path directory) throws IOException {
    var env = directory.resolve(".env");
    EnvFile.generate(
        env,
        Stream.of("CPS", "EBMS", "LISTS", "TRS", "LDX", "GC", "CONTENT")
            .map(system -> new Target.Address(system + "_PORT", 8000, "/", true))
            .toList());
    var generated = new HashMap<>(EnvFile.read(env, Map.of()).values());
    var files =
        Files.readString(Path.of("../docker-compose.yml"))
            + Files.readString(Path.of("../compose/s3.yml"));
    var wanted =
        Pattern.compile("\\$\\{(\\w+)(?::\\?[^}]*)?}")
            .matcher(files)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(generated).containsKeys(wanted.toArray(String[]::new));
    generated.keySet().removeIf(name -> !name.matches(".*_(PASSWORD|SECRET)"));
    assertThat(generated.values()).hasSize(11).doesNotHaveDuplicates();
  }

  @Test
  void onlyServersOfDatabasesKnowTheSuperuser() throws IOException {
    var file = Files.readString(Path.of("../docker-compose.yml"));
    assertThat(file.substring(0, file.indexOf("\nservices:")))
        .as("anchors")
        .doesNotContain("POSTGRES_PASSWORD", ": reprise\n");
    services
        .properties()
        .forEach(service -> {
          var isServer = List.of("postgres", "lists-primary").contains(service.getKey());
          assertThat(service.getValue().toString().contains("POSTGRES_PASSWORD"))
              .as(service.getKey())
              .isEqualTo(isServer);
        });
    for (var role : List.of("cps", "ebms", "trs", "ldx", "gc", "content")) {
      var service =
          services
              .valueStream()
              .filter(it ->
                  it.at("/environment/SPRING_DATASOURCE_URL").asString("").endsWith("/" + role))
              .findFirst()
              .orElseThrow();
      assertThat(service.at("/environment/SPRING_DATASOURCE_USERNAME").asString()).isEqualTo(role);
      assertThat(services.at("/postgres/environment/DATABASES").asString().split(" "))
          .contains(role);
    }
  }

  @Test
  void spoolOfMessagesIsOnDisk() {
    var ebms = services.path("ebms-adapter");
    var spool = ebms.at("/environment/REPRISE_EBMS_SPOOL").asString();
    assertThat(ebms.at("/volumes/0").asString()).isEqualTo("ebms-spool:" + spool);
    assertThat(ebms.path("read_only").asBoolean()).isTrue();
  }

  @Test
  void contentsAreOnDisk() {
    var store = services.path("content-store");
    var area = store.at("/environment/REPRISE_CONTENT_AREAS_0_LOCATION").asString();
    assertThat(store.at("/volumes/0").asString()).isEqualTo("content-area:" + area);
  }

  @Test
  void handlerHasTheReportsHeapAndConnections() {
    var environment = services.at("/ebms-adapter/environment");
    assertThat(environment.path("JAVA_TOOL_OPTIONS").asString().split(" "))
        .isSubsetOf(EbmsService.JVM_FLAGS)
        .contains("-Xmx512m");
    assertThat(environment.path("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE").asInt())
        .isEqualTo(50);
  }

  @Test
  void theDatabasesHaveTheProcessorsThatALocalRunGivesThem() throws IOException {
    var shares = Profile.of("lists", "quick").processors();
    assertThat(shares.get(ListsService.PRIMARY)).isEqualTo(shares.get(ListsService.STANDBY));
    // What both take over from an anchor of the file.
    assertThat(Files.readString(Path.of("../docker-compose.yml")))
        .contains("cpus: ${LISTS_DATABASE_CPUS:-" + shares.get(ListsService.PRIMARY) + "}")
        .contains(
            "${"
                + ListsService.CompatRefresh.POLL
                + ":-"
                + ListsService.CompatRefresh.USUAL_POLL
                + "}")
        .contains(
            "${"
                + ListsService.CompatRefresh.PAGE
                + ":-"
                + ListsService.CompatRefresh.USUAL_PAGE
                + "}");
    var refresh = ListsService.CompatRefresh.of(Profile.of("lists", "quick"));
    assertThat(refresh.poll().toMillis() + "ms").isEqualTo(ListsService.CompatRefresh.USUAL_POLL);
    assertThat(Integer.toString(refresh.page())).isEqualTo(ListsService.CompatRefresh.USUAL_PAGE);
  }

  @Test
  void eachRoleIsAProcess() {
    for (var role : List.of("circulation", "import")) {
      assertThat(
              services
                  .path("list-refresh-" + role)
                  .at("/environment/REPRISE_LISTS_ROLES")
                  .asString())
          .isEqualToIgnoringCase(role);
    }
    assertThat(services.at("/list-refresh/environment/REPRISE_LISTS_SPLIT").asString())
        .isEqualTo(ListsService.SPLIT);
    assertThat(services.at("/list-refresh-unsplit/environment/REPRISE_LISTS_SPLIT").asString())
        .isEmpty();
  }
}
