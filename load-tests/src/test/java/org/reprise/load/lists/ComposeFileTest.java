package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.load.stack.ComposeVariables;
import org.reprise.load.stack.ComposeVariables.Port;
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
  void theRunLooksWhereComposePublishes() {
    published("postgres", ComposeVariables.POSTGRES, 5432);
    published("lists-primary", ComposeLists.PRIMARY, 5432);
    published("lists-standby", ComposeLists.STANDBY, 5432);
    published("kafka", ComposeLists.KAFKA, 9094);
    published("list-refresh", new Port("LISTS_PORT", new ListsSystem().address().port()), 8885);
    published("list-refresh-unsplit", ComposeLists.UNSPLIT, 8885);
    published("list-refresh-circulation", ComposeLists.CIRCULATION, 8885);
    published("list-refresh-import", ComposeLists.IMPORT, 8885);
    assertThat(services.at("/kafka/environment/KAFKA_ADVERTISED_LISTENERS").asString())
        .contains("LOOPBACK://127.0.0.1:${KAFKA_PORT:-" + ComposeLists.KAFKA.standard() + "}");
  }

  private static void published(String service, Port port, int inside) {
    assertThat(services.path(service).path("ports").path(0).asString())
        .isEqualTo("127.0.0.1:${%s:-%d}:%d".formatted(port.variable(), port.standard(), inside));
  }

  @Test
  void theDatabasesHaveTheProcessorsThatALocalRunGivesThem() throws IOException {
    var shares = ListsProfile.QUICK.processors();
    assertThat(shares.get(ListsRoles.PRIMARY)).isEqualTo(shares.get(ListsRoles.STANDBY));
    // What both take over from an anchor of the file.
    assertThat(Files.readString(Path.of("../docker-compose.yml")))
        .contains("cpus: ${LISTS_DATABASE_CPUS:-" + shares.get(ListsRoles.PRIMARY) + "}")
        .contains("${" + ComposeLists.POLL + ":-" + ComposeLists.USUAL_POLL + "}")
        .contains("${" + ComposeLists.PAGE + ":-" + ComposeLists.USUAL_PAGE + "}");
    assertThat(ComposeLists.USUAL_POLL).isEqualTo("250ms");
    assertThat(ListsProfile.QUICK.compatRefresh())
        .isEqualTo(new CompatRefresh(Duration.ofMillis(250), ComposeLists.USUAL_PAGE));
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
        .isEqualTo(ListsTarget.SPLIT);
    assertThat(services.at("/list-refresh-unsplit/environment/REPRISE_LISTS_SPLIT").asString())
        .isEmpty();
  }
}
