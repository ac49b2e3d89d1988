package org.reprise.load.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.measure.Check;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class JUnitXmlTest {
  private static final List<Verdict> VERDICTS = List.of(Verdict.values());

  /** A run whose claims have one verdict each, in the order of the verdicts. */
  private static RunRecord run(SampleRun sample) {
    var run = ImaginedRuns.cps("cps-quick-1", sample, "quick");
    var claims =
        IntStream.range(0, VERDICTS.size())
            .mapToObj(i ->
                Records.with(
                    run.claims().get(i), "id", VERDICTS.get(i).name(), "verdict", VERDICTS.get(i)))
            .toList();
    return Records.with(run, "claims", claims);
  }

  private static Element parsed(RunRecord run, boolean strict) throws Exception {
    var text = new JUnitXml(run, strict).text();
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(text)));
    return (Element) document.getElementsByTagName("testsuite").item(0);
  }

  private static String result(Element suite, String name) {
    var cases = suite.getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      var one = (Element) cases.item(i);
      if (one.getAttribute("name").equals(name)) {
        return one.getElementsByTagName("*").item(0).getNodeName();
      }
    }
    throw new AssertionError("no case " + name);
  }

  @Test
  void differsFailsOnlyWhereStrict() throws Exception {
    assertThat(result(parsed(run(SampleRun.published(0.1)), false), "DIFFERS"))
        .isEqualTo("system-out");
    var strict = parsed(run(SampleRun.published(0.1)), true);
    assertThat(result(strict, "DIFFERS")).isEqualTo("failure");
    assertThat(strict.getAttribute("failures")).isEqualTo("1");
  }

  @Test
  void undecidedIsSkippedAndInvalidAnError() throws Exception {
    var suite = parsed(run(SampleRun.published(0.1)), true);
    assertThat(result(suite, "REPRODUCED")).isEqualTo("system-out");
    assertThat(List.of("NOT_COMPARABLE", "NOT_MEASURED", "BY_CONSTRUCTION"))
        .allSatisfy(it -> assertThat(result(suite, it)).isEqualTo("skipped"));
    assertThat(result(suite, "INVALID")).isEqualTo("error");
    assertThat(result(suite, "valid")).isEqualTo("system-out");
    assertThat(suite.getAttribute("name")).isEqualTo("cps");
    assertThat(suite.getAttribute("skipped")).isEqualTo("3");
    assertThat(suite.getAttribute("tests"))
        .isEqualTo("" + suite.getElementsByTagName("testcase").getLength());
    assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-11-21T10:15:00Z");
    assertThat(suite.getAttribute("time")).isEqualTo("214");
  }

  @Test
  void aFailedCheckFailsAndWhatAServerAnsweredIsEscaped() throws Exception {
    var check = new Check("read-back", false, "<html>\u0000 & \"more\"");
    var suite = parsed(run(SampleRun.published(0.1).check(check)), false);
    assertThat(result(suite, "read-back")).isEqualTo("failure");
    assertThat(result(suite, "valid")).isEqualTo("error");
    assertThat(suite.getTextContent()).contains("<html>? & \"more\"");
  }
}
