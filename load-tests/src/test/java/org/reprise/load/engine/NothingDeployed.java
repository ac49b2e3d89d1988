package org.reprise.load.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ServiceRole.Site;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;

/** Somebody's address, of which nothing is asked. */
public final class NothingDeployed {
  private NothingDeployed() {}

  public static Deployment deployment() {
    try {
      return Deployment.open(
          new Target.Remote(URI.create("http://127.0.0.1:1"), null, false),
          new Topology(
              List.of(
                  ServiceRole.of(
                      "none",
                      "no-module",
                      Target.Address.of("NO_PORT", 1),
                      NothingDeployed::start)),
              "none",
              UnaryOperator.identity()),
          Map.of(),
          Shares.unlimited(),
          new Home(Path.of("/")),
          Path.of("/"),
          _ -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServiceProcess.Service start(Site site) {
    throw new AssertionError("nothing is to be started");
  }
}
