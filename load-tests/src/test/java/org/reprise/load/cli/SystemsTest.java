package org.reprise.load.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.engine.MeasuredSystem;
import org.w3c.dom.NodeList;

/** What is written beside the registry, because it is read before any class is compiled. */
class SystemsTest {
  /** The part of load-tests itself: the embedded mode of its report. */
  private static final String EMBEDDED = "cps-core";

  @Test
  void theLauncherKnowsEachSystemAndItsModules() throws Exception {
    var lines = Systems.ALL.stream().map(SystemsTest::line).toList();

    assertThat(Files.readAllLines(Path.of("systems.txt"))).isEqualTo(lines);
  }

  private static String line(MeasuredSystem system) {
    return system.id()
        + " "
        + system.services().stream().map(ServiceRole::module).collect(joining(" "));
  }

  @Test
  void eachServiceHasAPortAndAVariableOfItsOwn() {
    assertThat(Systems.services()).doesNotHaveDuplicates();
    assertThat(Systems.services().stream().map(service -> service.address().variable()))
        .doesNotHaveDuplicates();
    assertThat(Systems.services().stream().map(service -> service.address().port()))
        .doesNotHaveDuplicates();
    assertThat(Systems.ALL)
        .allSatisfy(system -> assertThat(system.services()).contains(system.service()));
  }

  /** The same password lets the services of a system call each other. */
  @Test
  void allServicesOfASystemAreKnownToTheSame() {
    for (var system : Systems.ALL) {
      assertThat(system.services().stream().map(Systems::knownTo).distinct())
          .as(system.id())
          .hasSize(1);
    }
  }

  /** The launcher's build for one system must not contain the services of the others. */
  @Test
  void dependsOnTheEmbeddedServiceOnlyAndSystemTestsOnTheOthers() throws Exception {
    var modules = Systems.services().stream().map(ServiceRole::module).toList();
    var others = modules.stream().filter(module -> !module.equals(EMBEDDED)).toList();

    assertThat(artifacts("pom.xml", "//dependency/artifactId"))
        .contains(EMBEDDED)
        .doesNotContainAnyElementsOf(others);
    var tested = new ArrayList<>(started("system-tests"));
    tested.addAll(started("clm-tests"));
    assertThat(tested).containsExactlyInAnyOrderElementsOf(others);
  }

  private static List<String> started(String module) throws Exception {
    return artifacts("../" + module + "/pom.xml", "//dependency[type='pom']/artifactId");
  }

  private static List<String> artifacts(String file, String path) throws Exception {
    var pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
    XPath xpath = XPathFactory.newInstance().newXPath();
    var found = (NodeList) xpath.evaluate(path, pom, XPathConstants.NODESET);
    var names = new ArrayList<String>();
    for (var i = 0; i < found.getLength(); i++) {
      names.add(found.item(i).getTextContent());
    }
    return names;
  }
}
