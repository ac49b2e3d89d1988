package org.reprise.load.engine;

import java.util.List;
import org.reprise.load.child.RunListener;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Processors;
import org.reprise.load.deploy.WatchedProcess;

/** A measurement whose roles and processors are those of services that serve already. */
public abstract class DeployedMeasurement implements Measurement {
  protected final Plan plan;
  protected final RunListener listener;
  private final Deployment deployment;

  protected DeployedMeasurement(Plan plan, Deployment deployment, RunListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.listener = listener;
  }

  @Override
  public final Plan plan() {
    return plan;
  }

  @Override
  public final Processors processors() {
    return deployment.processors();
  }

  @Override
  public List<WatchedProcess> roles() {
    return deployment.roles();
  }
}
