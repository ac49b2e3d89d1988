package org.reprise.load.lists;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.Database;

/** list-refresh as processes by role. */
public final class ListsService {
  /** The module that holds it. */
  public static final String MODULE = "list-refresh";

  /** The tenant of the inventory. */
  static final String TENANT = "diku";

  private static final String TENANTS = "REPRISE_LISTS_TENANTS";
  private static final String SPLIT = "REPRISE_LISTS_SPLIT";

  private ListsService() {}

  /**
   * A process of the report's environment.
   *
   * @param name as CPU and memory are reported
   * @param roles as the service names them
   * @param heap its most
   * @param connections to the writer; those of all parts together leave the server some
   */
  record Part(String name, String roles, String heap, int connections) {
    static final Part LISTS = new Part("lists", "LISTS", "512m", 24);
    static final Part CIRCULATION = new Part("circulation", "CIRCULATION", "256m", 8);
    static final Part IMPORT = new Part("import", "IMPORT", "256m", 8);

    List<String> jvmFlags() {
      return List.of(
          "-Xmx" + heap,
          ServiceProcess.EXIT_ON_OUT_OF_MEMORY,
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED");
    }
  }

  /**
   * What a benchmark adds to the report's environment.
   *
   * @param tenants besides {@link #TENANT}
   * @param records what the process with the split lists notes; empty for nothing
   */
  record Extras(List<String> tenants, Optional<ServiceRecords> records) {
    static final Extras NONE = new Extras(List.of(), Optional.empty());

    Extras {
      tenants = List.copyOf(tenants);
    }

    private String allTenants() {
      return Stream.concat(Stream.of(TENANT), tenants.stream()).collect(Collectors.joining(","));
    }
  }

  /**
   * How a part is started.
   *
   * @param writer the primary's database
   * @param reader the standby's
   * @param split the features whose reads go to the reader, with commas; empty for none
   * @param refresh how the compatible one is scaled
   * @param jvmFlags beside those of each part
   * @param extras beyond the report's
   */
  record Wiring(
      Database writer,
      Optional<Database> reader,
      String kafka,
      Credentials credentials,
      String split,
      CompatRefresh refresh,
      List<String> jvmFlags,
      Extras extras) {}

  /**
   * The whole service in one process, for {@code reprise up}, its queries split to the standby.
   *
   * @param servers the database with a standby, and a broker
   * @param environment the user's, which may name other tenants and another split
   */
  public static ServiceProcess.Service alone(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    var reader = servers.standby().orElseThrow().address(ListsTarget.DATABASE);
    return new ServiceProcess.Service(
        MODULE,
        Part.LISTS.jvmFlags(),
        servers.requireDatabase().database(ListsTarget.DATABASE),
        credentials,
        Map.of(
            TENANTS,
            environment.getOrDefault(TENANTS, TENANT),
            SPLIT,
            environment.getOrDefault(SPLIT, ListsTarget.SPLIT),
            "REPRISE_LISTS_READER_URL",
            reader.jdbcUrl(),
            "REPRISE_LISTS_READER_USERNAME",
            reader.username(),
            "REPRISE_LISTS_READER_PASSWORD",
            reader.password(),
            "SPRING_KAFKA_BOOTSTRAP_SERVERS",
            servers.broker().orElseThrow().bootstrapServers()));
  }

  static ServiceProcess.Service service(Part part, Wiring wiring) {
    var environment = new HashMap<String, String>();
    environment.put("REPRISE_LISTS_ROLES", part.roles());
    environment.put(TENANTS, wiring.extras().allTenants());
    environment.put(SPLIT, wiring.split());
    environment.putAll(wiring.refresh().environment());
    environment.put(
        "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", Integer.toString(part.connections()));
    environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", wiring.kafka());
    wiring
        .reader()
        .ifPresent(reader -> {
          environment.put("REPRISE_LISTS_READER_URL", reader.jdbcUrl());
          environment.put("REPRISE_LISTS_READER_USERNAME", reader.username());
          environment.put("REPRISE_LISTS_READER_PASSWORD", reader.password());
        });
    var jvmFlags = new ArrayList<>(part.jvmFlags());
    jvmFlags.addAll(wiring.jvmFlags());
    wiring
        .extras()
        .records()
        .ifPresent(records -> {
          environment.putAll(records.environment());
          jvmFlags.addAll(records.jvmFlags());
        });
    return new ServiceProcess.Service(
        MODULE, jvmFlags, wiring.writer(), wiring.credentials(), environment);
  }
}
