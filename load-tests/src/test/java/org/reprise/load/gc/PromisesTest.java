package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.gc.Promises.Fault;
import org.reprise.load.gc.Promises.Known;
import org.reprise.load.measure.Check;

/** Each check sees the fault that it is for. */
class PromisesTest {
  private static final String GLOBAL = "http://gc/gc/configuration/";
  private static final String BASELINE = GLOBAL + 9;
  private static final String RM = "http://rm/rm/configuration/1";
  private static final String QM = "http://qm/qm/configuration/2";
  private static final String TURTLE =
      """
      @prefix oslc_config: <http://open-services.net/ns/config#> .
      @prefix gc: <urn:reprise:gc#> .
      <http://gc/gc/configuration/9> a oslc_config:Baseline ;
        oslc_config:baselineOfStream <http://gc/gc/configuration/7> ;
        oslc_config:previousBaseline <http://gc/gc/configuration/5> ;
        oslc_config:contribution <http://gc/gc/configuration/9#a>, <http://gc/gc/configuration/9#b> .
      <http://gc/gc/configuration/9#a> oslc_config:configuration <http://rm/rm/configuration/1> ;
        oslc_config:contributionOrder "a1" .
      <http://gc/gc/configuration/9#b> oslc_config:configuration <http://qm/qm/configuration/2> ;
        oslc_config:contributionOrder "a2" .
      <http://gc/gc/configuration/9#r1> oslc_config:configuration <http://gc/gc/configuration/9> ;
        oslc_config:component <http://gc/gc/component/3> ; gc:position 1 .
      <http://gc/gc/configuration/9#r2> oslc_config:configuration <http://rm/rm/configuration/1> ;
        oslc_config:component <http://rm/rm/component/4> ; gc:position 2 .
      <http://gc/gc/configuration/9#r3> oslc_config:configuration <http://qm/qm/configuration/2> ;
        oslc_config:component <http://qm/qm/component/4> ; gc:position 3 .
      """;

  private final Known committed =
      new Known(Known.Kind.BASELINE, BASELINE, GLOBAL + 7, "\"1\"", List.of(RM, QM));

  @Test
  void nothingIsWrongWithABaselineAsItWasCommitted() {
    assertThat(faults(committed, TURTLE, "\"1\"")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "gc:position 3, gc:position 3 ; gc:skew true, RESOLVES",
    "gc:position 2, gc:position 4, RESOLVES",
    "configuration/2>, configuration/3>, RESOLVES",
    "a oslc_config:Baseline, a oslc_config:Stream, INCOMPLETE",
    "configuration/7, configuration/6, PREVIOUS",
  })
  void aWrongDocumentIsSeen(String was, String is, Fault fault) {
    assertThat(TURTLE).contains(was);
    assertThat(faults(committed, TURTLE.replace(was, is), "\"1\"")).containsExactly(fault);
  }

  @Test
  void aBaselineThatWasChangedIsSeen() {
    assertThat(faults(committed, TURTLE, "\"2\"")).containsExactly(Fault.CHANGED);
  }

  @Test
  void aBaselineWithAStreamInItIsNotComplete() {
    assertThat(
            faults(committed, TURTLE, "\"1\"", Map.of(RM, local(RM, true), QM, local(QM, false))))
        .containsExactly(Fault.INCOMPLETE);
  }

  @Test
  void aStreamSaysWhichBaselineItIsMadeOf() throws Exception {
    var stream = TURTLE.replace("a oslc_config:Baseline", "a oslc_config:Stream");
    var known = new Known(Known.Kind.STREAM, BASELINE, GLOBAL + 5, "", List.of(RM, QM));
    assertThat(faults(known, stream, "\"3\"")).isEmpty();
    assertThat(faults(known, stream.replace("configuration/5", "configuration/4"), "\"3\""))
        .containsExactly(Fault.PREVIOUS);
    assertThat(faults(known, TURTLE, "\"3\"")).containsExactly(Fault.PREVIOUS);
  }

  @Test
  void whatIsKnownIsReadAsItWasRecorded() {
    for (var known :
        List.of(
            committed,
            new Known(Known.Kind.STAGING, BASELINE, GLOBAL + 5, "", List.of()),
            new Known(Known.Kind.STREAM, BASELINE, "", "", List.of(QM)))) {
      assertThat(Known.of(known.text())).isEqualTo(known);
    }
  }

  @Test
  void filledConfigurationMayHaveNoContributionsAndStaysAsItWas() {
    var empty = new Known(Known.Kind.FILLED, BASELINE, "", "\"1\"", List.of());
    var turtle = "<%s> a <http://open-services.net/ns/config#Baseline> .".formatted(BASELINE);
    assertThat(faults(empty, turtle, "\"1\"")).isEmpty();
    assertThat(faults(empty, turtle, "\"2\"")).containsExactly(Fault.CHANGED);
    assertThat(faults(empty, TURTLE, "\"1\"")).containsExactly(Fault.RESOLVES);
  }

  @Test
  void firstConfigurationOfComponentCounts() {
    var locals = new HashMap<String, GcDocument>();
    for (var uri : List.of("b/configuration/2", "a/configuration/1", "b/configuration/1")) {
      locals.put(uri, local(uri, true));
    }
    assertThat(
            Promises.resolved(
                List.of("b/configuration/2", "a/configuration/1", "b/configuration/1"), locals))
        .containsExactly("b/configuration/2", "a/configuration/1");
  }

  /** A link that leads elsewhere is a fault of the service, and no end of the run. */
  @Test
  void linkToOtherServerFailsTheCheck() throws Exception {
    var known = new Known(Known.Kind.STREAM, "http://127.0.0.1:1/9", "", "", List.of());
    var credentials = new Credentials("reprise", "secret");
    var own = URI.create("http://127.0.0.1:2");
    try (var calls = new ServiceCalls(credentials, Duration.ofSeconds(5), own)) {
      var checks = new Promises(GLOBAL).check(calls, List.of(known), "ui-100");
      assertThat(checks).extracting(Check::id).containsExactly("resolve.ui-100");
      assertThat(checks.getFirst().passed()).isFalse();
      assertThat(checks.getFirst().detail()).contains("http://127.0.0.1:1/9 is not of");
    }
  }

  private static Set<Fault> faults(Known known, String turtle, String etag) {
    return faults(known, turtle, etag, Map.of(RM, local(RM, true), QM, local(QM, true)));
  }

  private static Set<Fault> faults(
      Known known, String turtle, String etag, Map<String, GcDocument> locals) {
    var now = new Promises.Now(GcDocument.of(BASELINE, turtle), etag);
    return new Promises(GLOBAL).faults(known, now, locals);
  }

  /** Each application's configurations are of one component. */
  private static GcDocument local(String uri, boolean isBaseline) {
    var component = uri.replaceAll("/configuration/.*", "/component/4");
    return new GcDocument(isBaseline, component, List.of(), List.of(), "", "");
  }
}
