package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** A baseline resolves what its stream resolves, whichever part overrides which. */
class OverridesIT {
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final byte[] NOTHING = {};

  private static Sent overriding(String target, String order, String overridden) {
    return new Sent("", target, order, overridden);
  }

  private static String streamOf(String title, Sent... contributions) {
    String stream = CONFIGS.stream(title);
    CONFIGS.contribute(stream, contributions);
    return stream;
  }

  /** Commits a stream, whose parts are each of a component of their own; the baseline. */
  private static String commit(String stream) {
    List<String> before = CONFIGS.resolvedComponents(stream);
    String baseline = CONFIGS.commit(stream);
    assertThat(CONFIGS.resolvedComponents(baseline)).isEqualTo(before);
    assertThat(
            SERVER.count(
                "select count(*) from contribution c join configuration p on p.id = c.configuration"
                    + " left join configuration g on g.id = c.global"
                    + " left join local_configuration l on l.id = c.local"
                    + " where p.kind = 'BASELINE' and coalesce(g.kind, l.kind) = 'STREAM'"))
        .isZero();
    return baseline;
  }

  @Test
  void keepsOverrideOfPartThatIsFrozenLater() {
    String overridden = streamOf("B", Sent.of(QM.configuration(1), "a"));
    String overrider = streamOf("A", overriding(QM.configuration(2), "a", overridden));
    String top = streamOf("R", Sent.of(overrider, "a"), Sent.of(overridden, "b"));
    String baseline = commit(top);
    assertThat(CONFIGS.resolved(baseline))
        .contains(CONFIGS.value(overridden, Configs.CONFIG + "previousBaseline") + " overridden");
    Documents.error(
        CLIENT.get("/gc/resolve?context=" + baseline + "&component=" + QM.component(1)), 404);
  }

  @Test
  void keepsOverrideOfPartThatIsFrozenBefore() {
    String overridden = streamOf("B", Sent.of(QM.configuration(11), "a"));
    String between = streamOf("M", Sent.of(overridden, "a"));
    String overrider =
        streamOf("A", overriding(QM.configuration(12), "a", overridden), Sent.of(between, "b"));
    commit(streamOf("R", Sent.of(overrider, "a"), Sent.of(overridden, "b")));
  }

  @Test
  void keepsOverridesDeepInBranchesAndInChains() {
    String last = streamOf("D", Sent.of(QM.configuration(21), "a"));
    // Is overridden itself, so that its own override has no effect.
    String idle = streamOf("C", overriding(QM.configuration(22), "a", last));
    String middle = streamOf("B", overriding(QM.configuration(23), "a", idle));
    String first = streamOf("A", overriding(QM.configuration(24), "a", QM.configuration(25)));
    String left = streamOf("L", Sent.of(streamOf("L2", Sent.of(first, "a")), "a"));
    String right =
        streamOf(
            "N",
            Sent.of(middle, "a"),
            Sent.of(streamOf("N2", Sent.of(idle, "a"), Sent.of(QM.configuration(25), "b")), "b"),
            Sent.of(last, "c"));
    String top = streamOf("R", Sent.of(left, "a"), Sent.of(right, "b"));
    List<String> resolved = CONFIGS.resolved(top);
    assertThat(resolved)
        .contains(last, QM.configuration(21), idle + " overridden")
        .contains(QM.configuration(25) + " overridden")
        .doesNotContain(QM.configuration(22));
    commit(top);
    // The chain's last link now counts: what it overrides goes.
    CONFIGS.contribute(middle, Sent.of(QM.configuration(23), "a"));
    assertThat(CONFIGS.resolved(top)).contains(idle, last + " overridden");
    commit(top);
  }

  @Test
  void keepsOverrideOfConfigurationOnTwoPaths() {
    String shared = streamOf("S", Sent.of(QM.configuration(31), "a"));
    String one = streamOf("P", Sent.of(shared, "a"));
    String other = streamOf("Q", Sent.of(shared, "a"), Sent.of(QM.configuration(32), "b"));
    String overrider = streamOf("A", overriding(QM.configuration(33), "a", shared));
    commit(streamOf("R1", Sent.of(overrider, "a"), Sent.of(one, "b"), Sent.of(other, "c")));
    // Between the two paths it comes too late for the first one.
    commit(streamOf("R2", Sent.of(one, "a"), Sent.of(overrider, "b"), Sent.of(other, "c")));
    commit(streamOf("R3", Sent.of(one, "a"), Sent.of(other, "b"), Sent.of(overrider, "c")));
  }

  @Test
  void keepsOverridesOfOneAnother() {
    String one = CONFIGS.stream("A");
    String other = streamOf("B", overriding(QM.configuration(41), "a", one));
    CONFIGS.contribute(one, overriding(QM.configuration(42), "a", other));
    commit(streamOf("R1", Sent.of(one, "a"), Sent.of(other, "b")));
    commit(streamOf("R2", Sent.of(other, "a"), Sent.of(one, "b")));
  }

  @Test
  void refusesBaselineOfChangeSet() {
    QM.fault(
        "GET /qm/configuration/52",
        exchange -> {
          FakeApplication.answer(
              exchange,
              200,
              QM.document(
                  52,
                  "ChangeSet",
                  "oslc_config:acceptedBy oslc_config:Configuration ; oslc_config:overrides <"
                      + QM.configuration(51)
                      + "> ;"));
          return true;
        });
    String left = streamOf("L", Sent.of(QM.configuration(52), "a"));
    String right = streamOf("N", Sent.of(QM.configuration(51), "a"));
    String top = streamOf("R", Sent.of(left, "a"), Sent.of(right, "b"));
    assertThat(CONFIGS.resolved(top)).endsWith(QM.configuration(51) + " overridden");
    assertThat(Documents.error(CLIENT.send("POST", top + "/baselines", NOTHING), 409))
        .contains(QM.configuration(52), "change set");
    assertThat(QM.asked()).noneMatch(one -> one.matches("POST /qm/configuration/5\\d/baselines"));
  }

  @Test
  void reusesBaselinesUntilOneThatIsOverriddenChanges() {
    String overridden = streamOf("B", Sent.of(QM.baseline(61), "a"));
    String overrider = streamOf("A", overriding(QM.baseline(62), "a", overridden));
    String top = streamOf("R", Sent.of(overrider, "a"), Sent.of(overridden, "b"));
    String first = commit(top);
    GcClient.Answer again = CLIENT.send("POST", top + "/baselines", NOTHING);
    assertThat(again.status()).as(again.toString()).isEqualTo(303);
    assertThat(again.location()).isEqualTo(first);
    // By itself the overriding part knows no baseline of the other one.
    CONFIGS.commit(overrider);
    commit(top);
    CONFIGS.contribute(overridden, Sent.of(QM.baseline(63), "a"));
    assertThat(commit(top)).isNotEqualTo(first);
  }

  @Test
  void newestBaselineThatIsOverriddenIsNotTakenForItsStream() {
    String part = streamOf("B", Sent.of(QM.baseline(71), "a"));
    String newest = CONFIGS.commit(part);
    String overrider = streamOf("A", overriding(QM.baseline(72), "a", newest));
    String top = streamOf("R1", Sent.of(overrider, "a"), Sent.of(part, "b"), Sent.of(newest, "c"));
    assertThat(CONFIGS.resolved(top)).contains(part, newest + " overridden");
    assertThat(CONFIGS.resolvedComponents(CONFIGS.commit(top))).contains(QM.component(71));

    newest = CONFIGS.value(part, Configs.CONFIG + "previousBaseline");
    CONFIGS.contribute(overrider, overriding(QM.baseline(72), "a", part));
    String other =
        streamOf("R2", Sent.of(overrider, "a"), Sent.of(part, "b"), Sent.of(newest, "c"));
    assertThat(CONFIGS.resolved(other)).contains(part + " overridden", newest);
    assertThat(CONFIGS.resolvedComponents(CONFIGS.commit(other))).contains(QM.component(71));
  }

  @Test
  void refusesBaselineThatWouldResolveSomethingElse() {
    String overridden = streamOf("B", Sent.of(QM.baseline(81), "a"));
    String overrider = streamOf("A", overriding(QM.baseline(82), "a", overridden));
    String alone = CONFIGS.commit(overrider);
    String top = streamOf("R", Sent.of(alone, "a"), Sent.of(overridden, "b"));
    assertThat(CONFIGS.resolved(top)).endsWith(overridden + " overridden");
    long before = CONFIGS.rows();
    assertThat(Documents.error(CLIENT.send("POST", top + "/baselines", NOTHING), 409))
        .contains(alone, overridden);
    assertThat(CONFIGS.rows()).isEqualTo(before);
    CONFIGS.contribute(top, Sent.of(overrider, "a"), Sent.of(overridden, "b"));
    commit(top);
  }
}
