package org.reprise.load.cps;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.Payload;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.Database;

/**
 * What checking references costs in a small anchor and in a large one: an interface of one device
 * is deleted, which must not leave a reference without its target, and created again. Writes to the
 * two anchors alternate, so that whatever else the machine does meets both alike.
 */
public final class LeafrefBenchmark {
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

  /** Where a leafref looks for its target. */
  public enum Path {
    /** In the device that has the leafref. */
    RELATIVE("../interface/name"),
    /** In all devices. */
    ABSOLUTE("/n:net/n:device/n:interface/n:name");

    private final String text;

    Path(String text) {
      this.text = text;
    }
  }

  /**
   * Times of one kind of path, in milliseconds.
   *
   * @param path the leafref's
   * @param few devices in the small anchor
   * @param many devices in the large one
   * @param amongFew median time of a deletion and a creation together, in the small anchor
   * @param amongMany the same in the large one
   */
  public record Times(Path path, int few, int many, double amongFew, double amongMany) {
    /** How many times longer it takes in the large anchor. */
    public double ratio() {
      return amongMany / amongFew;
    }
  }

  private final int few;
  private final int many;
  private final int rounds;

  /**
   * A benchmark.
   *
   * @param few devices of the small anchor
   * @param many devices of the large anchor
   * @param rounds in which one interface of each anchor is deleted and created; as many before them
   *     warm up
   */
  public LeafrefBenchmark(int few, int many, int rounds) {
    if (few < 1 || many < 1 || rounds < 1) {
      throw new IllegalArgumentException("devices and rounds must be positive");
    }
    this.few = few;
    this.many = many;
    this.rounds = rounds;
  }

  /**
   * Measures both kinds of paths in a database of the benchmark's own.
   *
   * @throws SQLException when the database refuses something
   */
  public List<Times> run(Database database) throws SQLException {
    try (var pool = DeviceBenchmark.pool(database)) {
      var cps = CpsStore.open(pool);
      var times = new ArrayList<Times>();
      for (var path : Path.values()) {
        times.add(times(cps, path));
      }
      return times;
    }
  }

  private Times times(CpsStore cps, Path path) {
    var dataspace = "leafrefs-" + path.name();
    var module = MODULE.formatted(path.text);
    cps.dataspaces().create(dataspace);
    cps.schemaSets().create(dataspace, "net", new YangSources(Map.of("net.yang", module)));
    var small = anchor(cps, dataspace, few);
    var large = anchor(cps, dataspace, many);
    var amongFew = new double[rounds];
    var amongMany = new double[rounds];
    for (int round = -rounds; round < rounds; round++) {
      var inSmall = change(cps, small, Math.floorMod(round, few));
      var inLarge = change(cps, large, Math.floorMod(round, many));
      if (round >= 0) {
        amongFew[round] = inSmall;
        amongMany[round] = inLarge;
      }
    }
    return new Times(path, few, many, median(amongFew), median(amongMany));
  }

  private static AnchorRef anchor(CpsStore cps, String dataspace, int devices) {
    var anchor = new AnchorRef(dataspace, "of-" + devices);
    cps.anchors().create(dataspace, "net", anchor.anchor());
    String list =
        IntStream.range(0, devices)
            .mapToObj(
                """
                {"name": "d%1$d", "uplink": "used%1$d",
                 "interface": [{"name": "used%1$d"}, {"name": "spare%1$d"}]}\
                """
                    ::formatted)
            .collect(Collectors.joining(","));
    cps.dataNodes().create(anchor, "/", Payload.json("{\"net\":{\"device\":[" + list + "]}}"));
    return anchor;
  }

  private static double change(CpsStore cps, AnchorRef anchor, int number) {
    var device = "/net/device[@name='d%d']".formatted(number);
    var spare = Payload.json("{\"interface\":[{\"name\":\"spare%d\"}]}".formatted(number));
    var start = System.nanoTime();
    cps.dataNodes().delete(anchor, device + "/interface[@name='spare%d']".formatted(number));
    cps.dataNodes().createListElements(anchor, device, spare);
    return (System.nanoTime() - start) / 1e6;
  }

  private static double median(double[] times) {
    Arrays.sort(times);
    return times[times.length / 2];
  }
}
