package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reprise.load.gc.Directory.Found;
import org.reprise.load.gc.GcSimulation.Load.Place;
import org.reprise.load.gc.GcSimulation.Load.Titled;

class DirectoryTest {
  private static final String RM = "http://localhost:2";

  /** Streams of the web UI contribute baselines, in which an application creates nothing. */
  @Test
  void takesOldestStreamOfEachComponent() {
    var component = new Found(new Titled("c", "component"), "");
    var read = Map.of("s/10", now(false), "s/9", now(false), "s/100", now(false), "b/1", now(true));
    var directory =
        new Directory(
            List.of(component),
            List.of(found("s/10"), found("s/9"), found("s/100")),
            List.of(found("b/1")),
            read);

    assertThat(directory.places(RM)).extracting(Place::stream).containsExactly(titled("s/9"));
  }

  private static Titled titled(String uri) {
    return new Titled(uri, "title");
  }

  private static Found found(String uri) {
    return new Found(titled(uri), "c");
  }

  private static Promises.Now now(boolean baseline) {
    var entry = new GcDocument.Entry(RM + "/rm/stream/1", RM + "/rm/component/1", true);
    return new Promises.Now(
        new GcDocument(baseline, "c", List.of("t"), List.of(entry), "", ""), "");
  }
}
