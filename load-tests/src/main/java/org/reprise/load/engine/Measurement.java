package org.reprise.load.engine;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.measure.Check;

/** What a system brings to a run against services that serve: its data, its loads, its checks. */
public abstract class Measurement {
  protected final Plan plan;
  protected final RunListener listener;
  protected final Deployment deployment;

  protected Measurement(Plan plan, Deployment deployment, RunListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.listener = listener;
  }

  /** An execution that is one of several, a repetition each. */
  protected abstract class Repeated implements Execution {
    private final String name;
    protected final int repetition;

    protected Repeated(String name, int repetition) {
      this.name = name;
      this.repetition = repetition;
    }

    @Override
    public final String name() {
      return name;
    }

    /** Returns the name with the repetition, as its load, its files and its checks are called. */
    protected final String id() {
      return Plan.name(name, repetition);
    }

    /** Returns a load by the services' user, without Gatling's page, which takes some seconds. */
    protected final Load load(Class<?> users, List<Phase> phases, Object settings, Duration grace) {
      var secrets = deployment.credentials().variables();
      return new Load(id(), users, LoadSpec.of(id(), phases, settings, grace), secrets, false);
    }

    protected final void check(Outcome outcome, String check, boolean passed, String detail) {
      outcome.add(new Check(check + "." + id(), passed, detail));
    }
  }

  protected List<WatchedProcess> roles() {
    return deployment.roles();
  }

  protected void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {}

  /** Returns executions that warm services up: nothing of them counts. */
  protected List<Execution> warmUps() {
    return List.of();
  }

  protected abstract List<Execution> executions(int repetition)
      throws IOException, SQLException, InterruptedException;

  /** Measures and checks what is left once everything has been repeated. */
  protected void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {}
}
