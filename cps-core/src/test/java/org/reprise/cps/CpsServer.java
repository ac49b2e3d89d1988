package org.reprise.cps;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;
import org.reprise.cps.web.RequestBudget;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that harms its server starts one of its own.
 */
public final class CpsServer extends TestApplication {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private CpsServer(Database database, UnaryOperator<DataSource> connections, String... arguments) {
    super(application(connections), database, settings(database, arguments));
  }

  private static SpringApplication application(UnaryOperator<DataSource> connections) {
    SpringApplication application = new SpringApplication(CpsCoreApplication.class);
    application.addInitializers(
        starting -> starting.getBeanFactory().addBeanPostProcessor(replacing(connections)));
    return application;
  }

  private static BeanPostProcessor replacing(UnaryOperator<DataSource> connections) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource pool ? connections.apply(pool) : bean;
      }
    };
  }

  private static final class Shared {
    static final CpsServer SERVER =
        new CpsServer(TestDatabase.freshDatabase(), UnaryOperator.identity());
  }

  /** A server of the caller's own, with settings as on a command line. */
  public static CpsServer start(Database database, String... arguments) {
    return new CpsServer(database, UnaryOperator.identity(), arguments);
  }

  /** The same with something between the service and its pool of connections. */
  static CpsServer start(
      Database database, UnaryOperator<DataSource> connections, String... arguments) {
    return new CpsServer(database, connections, arguments);
  }

  /** What a process of the service gets on its command line. */
  static List<String> arguments(Database database, String... settings) {
    return settings(database, settings);
  }

  /** The one server. */
  public static CpsServer shared() {
    return Shared.SERVER;
  }

  /** A client with the right credentials. */
  public CpsClient client() {
    return new CpsClient(base(), USERNAME, PASSWORD);
  }

  /** A client with other credentials; none where the user's name is empty. */
  public CpsClient client(String username, String password) {
    return new CpsClient(base(), username, password);
  }

  /** The store behind the service. */
  public CpsStore store() {
    return part(CpsStore.class);
  }

  /** How many bytes of its budget for reads are taken. */
  long bytesOfReads() {
    return part(RequestBudget.class).held();
  }

  /** A setting of PostgreSQL as the service's own connections have it. */
  public String setting(String name) {
    try (Connection connection = part(DataSource.class).getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("show " + name)) {
      result.next();
      return result.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** How many rows each table has. */
  public Map<String, Long> rows() {
    Map<String, Long> rows = new TreeMap<>();
    for (String table : List.of("dataspace", "yang_sources", "schema_set", "anchor", "fragment")) {
      rows.put(table, count("select count(*) from " + table));
    }
    return rows;
  }

  /** How many rows a node and all below it are. */
  public static int fragments(DataNode node) {
    return 1 + node.children().stream().mapToInt(CpsServer::fragments).sum();
  }

  /** A name that no other test uses. */
  public static String freshName(String what) {
    return what + "-" + NAMES.incrementAndGet();
  }

  /** A new dataspace with the topology's schema set {@code l2}. */
  public String topologyDataspace() {
    String dataspace = freshName("dataspace");
    store().dataspaces().create(dataspace);
    store().schemaSets().create(dataspace, "l2", YangSources.zip(L2Topology.yangZip()));
    return dataspace;
  }

  /** A new dataspace with the schema set {@code trees} of all types. */
  public String treesDataspace() {
    String dataspace = freshName("dataspace");
    store().dataspaces().create(dataspace);
    store().schemaSets().create(dataspace, "trees", TestModules.trees());
    return dataspace;
  }
}
