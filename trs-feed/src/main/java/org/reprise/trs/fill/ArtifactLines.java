package org.reprise.trs.fill;

import java.util.SplittableRandom;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;

/**
 * The rows of a fill, as lines that PostgreSQL's COPY reads in its text format. The same seed gives
 * the same rows. Artifact i belongs to project 1 + (i - 1) mod the number of projects, and its
 * first version has the same id.
 */
final class ArtifactLines {
  private static final String[] WORDS = {
    "login", "report", "engine", "valve", "export", "pressure", "signal", "payment", "search",
    "import", "sensor", "archive", "filter", "account", "brake", "display", "schedule", "alarm",
    "index", "backup", "module", "network", "battery", "cache", "printer", "session", "license",
    "monitor", "upload", "queue", "rotor", "address"
  };
  private static final int WORDS_OF_TITLE = 4;
  private static final int WORDS_OF_DESCRIPTION = 16;
  private static final String CREATED = "2015-06-01 08:00:00+00";

  private final Application application;
  private final Applications applications;
  private final Volumes volumes;
  private final double scale;
  private final long seed;

  ArtifactLines(
      Application application,
      Applications applications,
      Volumes volumes,
      double scale,
      long seed) {
    this.application = application;
    this.applications = applications;
    this.volumes = volumes;
    this.scale = scale;
    this.seed = seed;
  }

  int count() {
    return volumes.artifacts();
  }

  void artifact(StringBuilder line, int i) {
    line.append(application.path()).append('\t').append(i).append('\t').append(project(i));
    line.append('\t').append(CREATED).append('\n');
  }

  void version(StringBuilder line, int i) {
    SplittableRandom random = random(i);
    line.append(application.path()).append('\t').append(i).append('\t').append(i).append("\t1\t");
    words(random, WORDS_OF_TITLE, line);
    line.append(' ').append(i).append('\t');
    words(random, WORDS_OF_DESCRIPTION, line);
    line.append('\t').append(CREATED).append('\n');
  }

  void selection(StringBuilder line, int i, long[] streams) {
    line.append(application.path()).append('\t').append(streams[project(i)]).append('\t');
    line.append(i).append('\t').append(i).append("\t0\n");
  }

  /**
   * A row of {@code link}: application, version, predicate, target. Each test case validates a
   * requirement; every other work item implements one, the rest is tested by a test case.
   * Requirements store no links.
   */
  void link(StringBuilder line, int i) {
    SplittableRandom random = random(i).split();
    switch (application) {
      case QM -> link(i, Vocabulary.OSLC_QM, "validatesRequirement", Application.RM, random, line);
      case CCM -> {
        if (i % 2 == 0) {
          link(i, Vocabulary.OSLC_CM, "implementsRequirement", Application.RM, random, line);
        } else {
          link(i, Vocabulary.OSLC_CM, "testedByTestCase", Application.QM, random, line);
        }
      }
      case RM, JTS -> {}
    }
  }

  private void link(
      int i,
      Vocabulary vocabulary,
      String predicate,
      Application other,
      SplittableRandom random,
      StringBuilder line) {
    int target = 1 + random.nextInt(Volumes.of(other, scale).artifacts());
    line.append(application.path()).append('\t').append(i).append('\t');
    line.append(vocabulary.namespace()).append(predicate).append('\t');
    line.append(applications.concept(other, target)).append('\n');
  }

  private int project(int i) {
    return 1 + (i - 1) % volumes.projects();
  }

  private SplittableRandom random(int i) {
    return new SplittableRandom(seed * 31 + application.ordinal() * 1_000_003L + i);
  }

  private static void words(SplittableRandom random, int count, StringBuilder line) {
    for (int n = 0; n < count; n++) {
      if (n > 0) {
        line.append(' ');
      }
      line.append(WORDS[random.nextInt(WORDS.length)]);
    }
  }
}
