package org.reprise.load.content;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.Sql;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;
import tools.jackson.databind.JsonNode;

/**
 * The ECM report: the population, then users from log-in to log-out, each time from the same state.
 */
final class ContentMeasurement extends Measurement {
  private static final double MIB = 1 << 20;

  /** In the place of a repetition. */
  private static final int WARM_UP = 0;

  private final ContentLoads loads;
  private List<StoredDocument> documents = List.of();
  private List<String> words = List.of();

  ContentMeasurement(Plan plan, Deployment deployment, RunListener listener) {
    super(plan, deployment, listener);
    this.loads = new ContentLoads(plan);
  }

  /** The service is watched execution by execution: some have a process of their own. */
  @Override
  protected List<WatchedProcess> roles() {
    return deployment.roles().stream()
        .filter(it -> !it.name().equals(ContentService.MODULE))
        .toList();
  }

  @Override
  protected void prepare(LoadLauncher launcher, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    try (var repository = repository(deployment.origin(ContentService.MODULE))) {
      if (!(plan.target() instanceof Target.Remote)) {
        fill(repository, outcome);
      }
      var listed = repository.documents();
      outcome.quantity("scale.documents", listed.size());
      outcome.quantity("scale.userFactor", plan.profile().number("userFactor"));
      outcome.quantity("scale.thinkFactor", plan.profile().number("thinkFactor"));
      documents = loads.workingSet(listed, plan.profile().count("workingSet"));
      outcome.quantity("scale.workingSet", documents.size());
      words = repository.words(documents);
    }
  }

  private Repository repository(URI origin) {
    return new Repository(origin, deployment.credentials());
  }

  private void fill(Repository repository, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    listener.step("filling the repository");
    var profile = plan.profile();
    var filled = repository.fill(profile.number("scale"), profile.count("rows"), plan.seed());
    if (!plan.local()) {
      return; // maybe filled before
    }
    outcome.quantity("scale.rows", filled.path("rows").asDouble());
    outcome.quantity("scale.mebibytes", filled.path("bytes").asDouble() / MIB);
    try (var database = deployment.superuser().connect()) {
      Population.mark(database);
      var stored = Sql.numbers(database, "select count(*), sum(size) from blob");
      var answered = List.of(filled.path("documents").asLong(), filled.path("bytes").asLong());
      outcome.add(
          new Check(
              "filled",
              stored.equals(answered),
              "contents and their bytes: %s, as answered %s".formatted(stored, answered)));
    }
  }

  @Override
  protected List<Execution> warmUps() {
    var warmsUp = plan.local() && plan.profile().judged();
    return plan.experiments().stream()
        .map(Scenario::of)
        .filter(it -> warmsUp && !it.hasOwnSettings() && !it.mix().isEmpty())
        .limit(1)
        .<Execution>map(it -> new UserExecution(it, WARM_UP))
        .toList();
  }

  @Override
  protected List<Execution> executions(int repetition) {
    return plan.experiments().stream()
        .<Execution>map(it -> new UserExecution(Scenario.of(it), repetition))
        .toList();
  }

  private final class UserExecution extends Repeated {
    private final Scenario scenario;
    private @Nullable ServiceProcess own;
    private Optional<DeviceUse> before = Optional.empty();
    private final Map<String, String> settings;

    private UserExecution(Scenario scenario, int repetition) {
      super(repetition == WARM_UP ? Phase.WARM_UP : scenario.experiment(), repetition);
      this.scenario = scenario;
      this.settings = scenario.ownSettings(plan.profile().number("scale"));
    }

    @Override
    public void reset() throws IOException, SQLException, InterruptedException {
      if (!plan.local()) {
        return;
      }
      try (var database = deployment.superuser().connect()) {
        Population.restore(database, ContentService.area(deployment), scenario.hasIndex());
      }
      if (!settings.isEmpty()) {
        var service = ContentService.service(deployment, settings);
        own = deployment.add(deployment.startBeside(ContentService.MODULE + "-" + id(), service));
      }
    }

    /** The process that serves, and the run's own one where that idles. */
    @Override
    public List<WatchedProcess> roles() {
      var module = ContentService.MODULE;
      if (own == null) {
        return deployment.role(module, module).stream().toList();
      }
      var service = new WatchedProcess.Service(own.origin(), deployment.credentials(), true);
      return Stream.concat(
              Stream.of(new WatchedProcess(module, own.handle(), service)),
              deployment.role(module, module + " (idle)").stream())
          .toList();
    }

    @Override
    public Load arrange() throws IOException, InterruptedException {
      var phase = Phase.of(name(), loads.shape(scenario));
      // A process of its own has just been started.
      var phases =
          own == null
              ? List.of(phase)
              : List.of(Phase.warmUp(Phase.WARM_UP, loads.warmUp(scenario)), phase);
      before = deviceUse();
      try (var repository = repository(origin())) {
        var address = repository.address();
        var content = loads.load(scenario, repetition, address, documents, words);
        return load(ContentUserSimulation.class, phases, content, ContentSimulation.GRACE);
      }
    }

    private URI origin() {
      return own == null ? deployment.origin(ContentService.MODULE) : own.origin();
    }

    private Optional<DeviceUse> deviceUse() {
      return roles().stream().findFirst().flatMap(it -> DeviceUse.of(it.process()));
    }

    /** The reads since its process was started, and whether the pool had the bounds it should. */
    private void checkPool(JsonNode cache, Outcome outcome) {
      outcome.quantity("storage-reads." + name(), cache.path("storageReads").asDouble());
      outcome.quantity("metadata." + name(), cache.path("metadataBytes").asDouble() / MIB);
      var bounds = List.of(cache.path("maxBytes").asString(), cache.path("maxEntries").asString());
      var names = Stream.of(ContentService.CACHE_BYTES, ContentService.CACHE_ENTRIES);
      var wanted = names.map(settings::get).toList();
      check(
          outcome,
          "pool",
          bounds.equals(wanted),
          "bytes and files of the pool are %s, %s were set".formatted(bounds, wanted));
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome)
        throws IOException, InterruptedException {
      before.ifPresent(start -> deviceUse().ifPresent(end -> end.record(start, name(), outcome)));
      try (var repository = repository(origin())) {
        if (settings.containsKey(ContentService.CACHE_BYTES)) {
          checkPool(repository.cache(), outcome);
        }
        var added = acknowledged(samples, ContentLoad.ADDED);
        var removing = Set.copyOf(acknowledged(samples, ContentLoad.REMOVING));
        var removed = Set.copyOf(acknowledged(samples, ContentLoad.REMOVED));
        var faults = repository.faults(added, removing, removed);
        var first = faults.stream().limit(3).toList();
        check(
            outcome,
            "documents-held",
            faults.isEmpty(),
            "%,d documents were added and %,d of them removed; %,d faults %s"
                .formatted(added.size(), removed.size(), faults.size(), first));
      } finally {
        if (own != null) {
          own.close();
        }
      }
    }

    private static List<String> acknowledged(List<Sample> samples, String kind) {
      return samples.stream().flatMap(it -> it.acknowledged(kind).stream()).toList();
    }
  }
}
