package org.reprise.cps.benchmark;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.YangSources;

/**
 * The time of deleting one interface, which must not leave a reference without its target, and of
 * creating it again, in an anchor of few and of many devices. It must not grow with the anchor.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class LeafrefBenchmark {
  private static final AnchorRef ANCHOR = new AnchorRef("bench", "devices");
  private static final String MODULE =
      """
      module net {
        namespace "urn:net"; prefix n;
        container net {
          list device {
            key name; leaf name { type string; }
            list interface { key name; leaf name { type string; } }
            leaf uplink { type leafref { path "%s"; } }
          }
        }
      }
      """;

  /** Where a leafref looks for its target: in its own device, or in all devices. */
  @Param({"../interface/name", "/n:net/n:device/n:interface/n:name"})
  private String path;

  @Param({"20", "2000"})
  private int devices;

  private BenchmarkStore store;
  private int next;

  @Setup
  public void fill() throws IOException, InterruptedException {
    store = BenchmarkStore.open();
    var cps = store.cps();
    cps.dataspaces().create("bench");
    cps.schemaSets()
        .create("bench", "net", new YangSources(Map.of("net.yang", MODULE.formatted(path))));
    cps.anchors().create("bench", "net", ANCHOR.anchor());
    var list =
        IntStream.range(0, devices)
            .mapToObj(LeafrefBenchmark::device)
            .collect(Collectors.joining(","));
    cps.dataNodes().create(ANCHOR, "/", Payload.json("{\"net\":{\"device\":[" + list + "]}}"));
  }

  private static String device(int number) {
    return """
    {"name": "d%1$d", "uplink": "used%1$d",
     "interface": [{"name": "used%1$d"}, {"name": "spare%1$d"}]}\
    """
        .formatted(number);
  }

  @Benchmark
  public void deleteAndCreateAgain() {
    var number = next++ % devices;
    var device = "/net/device[@name='d%d']".formatted(number);
    var nodes = store.cps().dataNodes();
    nodes.delete(ANCHOR, device + "/interface[@name='spare%d']".formatted(number));
    nodes.createListElements(
        ANCHOR, device, Payload.json("{\"interface\":[{\"name\":\"spare%d\"}]}".formatted(number)));
  }

  @TearDown
  public void close() {
    store.close();
  }
}
