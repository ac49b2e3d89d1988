package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DeploymentTest {
  private static Deployment remote() throws Exception {
    return Deployment.open(
        new Target.Remote(URI.create("http://127.0.0.1:1"), null, false),
        new Topology(List.of(), "none", UnaryOperator.identity()),
        Map.of(),
        Shares.unlimited(),
        new Home(Path.of("/")),
        Path.of("/"),
        _ -> {});
  }

  private static void addFailing(Deployment deployment, Exception failure) {
    AutoCloseable part =
        () -> {
          throw failure;
        };
    var unused = deployment.add(part);
  }

  @Test
  void closesTheRestAndReportsFailures() throws Exception {
    var deployment = remote();
    var closed = new ArrayList<String>();
    AutoCloseable first = () -> closed.add("first");
    var unused = deployment.add(first);
    addFailing(deployment, new IOException("later"));
    addFailing(deployment, new SQLException("not given back"));

    assertThatThrownBy(deployment::close)
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("not given back")
        .cause()
        .satisfies(it ->
            assertThat(it.getSuppressed())
                .singleElement()
                .asString()
                .endsWith("java.io.IOException: later"));
    assertThat(closed).containsExactly("first");
    deployment.close();
  }
}
