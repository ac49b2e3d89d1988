package org.reprise.cps;

import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.cps.sample.L2Topology;
import org.reprise.localstack.Database;
import org.reprise.localstack.TestDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** The service over a real PostgreSQL, started once for all tests of a JVM and ended with it. */
public final class CpsServer {
  /** The account that the tests use. */
  public static final String USERNAME = "tester";

  /** Its password. */
  public static final String PASSWORD = "secret of the tests";

  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final CpsServer SHARED = new CpsServer();

  private final Database database = TestDatabase.freshDatabase();
  private final ConfigurableApplicationContext context =
      SpringApplication.run(
          CpsCoreApplication.class,
          "--server.port=0",
          "--spring.datasource.url=" + database.jdbcUrl(),
          "--spring.datasource.username=" + database.username(),
          "--spring.datasource.password=" + database.password(),
          "--reprise.security.username=" + USERNAME,
          "--reprise.security.password=" + PASSWORD);

  private CpsServer() {}

  /** The one server. */
  public static CpsServer shared() {
    return SHARED;
  }

  /** A client with the right credentials. */
  public CpsClient client() {
    return new CpsClient(base(), USERNAME, PASSWORD);
  }

  /** Where the service listens, without a trailing slash. */
  public String base() {
    Environment environment = context.getEnvironment();
    return "http://127.0.0.1:" + environment.getProperty("local.server.port");
  }

  /** The store behind the service. */
  public CpsStore store() {
    return context.getBean(CpsStore.class);
  }

  /** The database behind the service. */
  public Database database() {
    return database;
  }

  /** A name that no other test uses. */
  public static String freshName(String what) {
    return what + "-" + NAMES.incrementAndGet();
  }

  /** A new dataspace with the topology's schema set {@code l2}. */
  public String topologyDataspace() {
    String dataspace = freshName("dataspace");
    store().dataspaces().create(dataspace);
    store()
        .schemaSets()
        .create(dataspace, "l2", org.reprise.cps.schema.YangSources.zip(L2Topology.yangZip()));
    return dataspace;
  }
}
