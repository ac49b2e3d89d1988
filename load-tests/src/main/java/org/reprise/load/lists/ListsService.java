package org.reprise.load.lists;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;

/** list-refresh as processes by role. */
public final class ListsService {
  /** The module that holds it. */
  public static final String MODULE = "list-refresh";

  /** The tenant of the inventory. */
  static final String TENANT = "diku";

  /** The service's database. */
  static final String DATABASE = "lists";

  /** What the report split: mod-fqm-manager, and nothing else. */
  static final String SPLIT = "fqm";

  private static final String ORIGINAL_POLL = "10s";

  private ListsService() {}

  /**
   * A process of the report's environment.
   *
   * @param name as CPU and memory are reported
   * @param roles as the service names them
   * @param heap its most
   */
  record Part(String name, String roles, String heap) {
    static final Part LISTS = new Part("lists", "LISTS", "512m");
    static final Part CIRCULATION = new Part("circulation", "CIRCULATION", "256m");
    static final Part IMPORT = new Part("import", "IMPORT", "256m");
    static final Part WHOLE = new Part(MODULE, "LISTS,CIRCULATION,IMPORT", "512m");

    List<String> jvmFlags() {
      return List.of("-Xmx" + heap, "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");
    }
  }

  /**
   * How a part is started.
   *
   * @param writer the primary's database
   * @param reader the standby's
   * @param split the features whose reads go to the reader, with commas; empty for none
   * @param poll of the compatible refresh, as a duration of ISO 8601 or Spring's
   */
  record Wiring(
      Database writer,
      Database reader,
      String kafka,
      Credentials credentials,
      String split,
      String poll) {}

  /** All roles in one process, for {@code reprise up}. */
  public static ServiceProcess.Service whole(
      LocalPostgres primary, LocalPostgres standby, LocalKafka kafka, Credentials credentials) {
    return service(
        Part.WHOLE,
        new Wiring(
            primary.database(DATABASE),
            standby.address(DATABASE),
            kafka.bootstrapServers(),
            credentials,
            SPLIT,
            ORIGINAL_POLL));
  }

  static ServiceProcess.Service service(Part part, Wiring wiring) {
    var environment = new HashMap<String, String>();
    environment.put("REPRISE_LISTS_ROLES", part.roles());
    environment.put("REPRISE_LISTS_TENANTS", TENANT);
    environment.put("REPRISE_LISTS_SPLIT", wiring.split());
    environment.put("REPRISE_LISTS_REFRESH_POLL", wiring.poll());
    environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", wiring.kafka());
    environment.put("REPRISE_LISTS_READER_URL", wiring.reader().jdbcUrl());
    environment.put("REPRISE_LISTS_READER_USERNAME", wiring.reader().username());
    environment.put("REPRISE_LISTS_READER_PASSWORD", wiring.reader().password());
    return new ServiceProcess.Service(
        MODULE, part.jvmFlags(), wiring.writer(), wiring.credentials(), Map.copyOf(environment));
  }
}
