package org.reprise.gc;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.component.Component;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.ContributionRequest;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.GlobalConfiguration.Accepts;
import org.reprise.gc.configuration.GlobalConfiguration.Kind;

/** Makes components, streams and baselines for tests. */
public final class Plant {
  private final GcServer server;
  private final Components components;
  private final Configurations configurations;

  /** Creates resources of a server. */
  public Plant(GcServer server) {
    this.server = server;
    this.components = server.part(Components.class);
    this.configurations = server.part(Configurations.class);
  }

  /** A component with a description and a tag. */
  public Component component(String title) {
    return components.create(
        new Edit(title, "What " + title + " is for.", List.of("demo"), null, false), "tester");
  }

  /** The first baseline of a new component. */
  public GlobalConfiguration baseline(String title) {
    return initial(component(title));
  }

  private GlobalConfiguration initial(Component component) {
    return configurations.get(
        configurations.ofComponent(component.id(), Kind.BASELINE, 0, 1).getFirst().id());
  }

  /** A stream of a new component that has the same title. */
  public GlobalConfiguration stream(String title) {
    return configurations.createStream(
        baseline(title).id(), Accepts.ANY, Edit.titled(title), "tester");
  }

  /** Another stream of the same component. */
  public GlobalConfiguration sibling(GlobalConfiguration one, String title) {
    long baseline =
        configurations.ofComponent(one.component(), Kind.BASELINE, 0, 1).getFirst().id();
    return configurations.createStream(baseline, Accepts.ANY, Edit.titled(title), "tester");
  }

  /** Lets one contribute to another. */
  public void add(GlobalConfiguration whole, GlobalConfiguration part, String order) {
    add(whole, part, order, null);
  }

  /** The same with a configuration that it overrides; null for none. */
  public void add(
      GlobalConfiguration whole,
      GlobalConfiguration part,
      String order,
      @Nullable GlobalConfiguration overridden) {
    configurations.addContribution(
        whole.id(),
        null,
        new ContributionRequest(
            null, uri(part), order, overridden == null ? null : uri(overridden)));
  }

  private String uri(GlobalConfiguration one) {
    return server.baseUri() + "/gc/configuration/" + one.id();
  }
}
