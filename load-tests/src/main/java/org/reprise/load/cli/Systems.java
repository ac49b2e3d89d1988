package org.reprise.load.cli;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.List;
import org.reprise.load.content.ContentSuite;
import org.reprise.load.cps.CpsSuite;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.ebms.EbmsSuite;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.UsageException;
import org.reprise.load.gc.GcSuite;
import org.reprise.load.ldx.LdxSuite;
import org.reprise.load.lists.ListsSuite;

/** The systems that can be measured: the only place that names them. */
final class Systems {
  static final List<MeasuredSystem> ALL =
      List.of(
          new CpsSuite(),
          new EbmsSuite(),
          new ListsSuite(),
          new LdxSuite(),
          new GcSuite(),
          new ContentSuite());

  static final String EACH = "all";

  private Systems() {}

  static List<ServiceRole> services() {
    return ALL.stream().flatMap(it -> it.services().stream()).distinct().toList();
  }

  static MeasuredSystem knownTo(ServiceRole service) {
    var own =
        ALL.stream().map(MeasuredSystem::services).filter(it -> it.contains(service)).findFirst();
    return ALL.stream()
        .filter(it -> !Collections.disjoint(it.services(), own.orElseThrow()))
        .findFirst()
        .orElseThrow();
  }

  static List<MeasuredSystem> named(String argument) {
    var found = ALL.stream().filter(s -> argument.equals(EACH) || s.id().equals(argument)).toList();
    if (found.isEmpty()) {
      throw new UsageException(
          "there is no system '%s', but: %s, %s"
              .formatted(
                  argument, ALL.stream().map(MeasuredSystem::id).collect(joining(", ")), EACH));
    }
    return found;
  }
}
