package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.gc.Promises.Fault;

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
  void nothingIsWrongWithABaselineAsItWasCommitted() throws Exception {
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
  void aWrongDocumentIsSeen(String was, String is, Fault fault) throws Exception {
    assertThat(TURTLE).contains(was);
    assertThat(faults(committed, TURTLE.replace(was, is), "\"1\"")).containsExactly(fault);
  }

  @Test
  void aBaselineThatWasChangedIsSeen() throws Exception {
    assertThat(faults(committed, TURTLE, "\"2\"")).containsExactly(Fault.CHANGED);
  }

  @Test
  void aBaselineWithAStreamInItIsNotComplete() throws Exception {
    var promises = new Promises(GLOBAL);
    var document = GcDocument.of(BASELINE, TURTLE);
    assertThat(promises.faults(committed, document, "\"1\"", uri -> local(uri, !uri.equals(QM))))
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
  void theFirstConfigurationOfAComponentCounts() {
    assertThat(Known.resolved(List.of("b2", "a1", "b1", "c1"), target -> target.substring(0, 1)))
        .containsExactly("b2", "a1", "c1");
  }

  private static List<Fault> faults(Known known, String turtle, String etag) throws Exception {
    return new Promises(GLOBAL)
        .faults(known, GcDocument.of(BASELINE, turtle), etag, uri -> local(uri, true));
  }

  /** Each application's configurations are of one component. */
  private static GcDocument local(String uri, boolean isBaseline) {
    var component = uri.replaceAll("/configuration/.*", "/component/4");
    return new GcDocument(uri, isBaseline, component, List.of(), List.of(), "", "");
  }
}
