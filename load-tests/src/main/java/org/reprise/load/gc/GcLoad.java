package org.reprise.load.gc;

import java.util.List;
import java.util.Map;
import org.reprise.load.gc.GcRun.Workload;

/**
 * What the users of a load do, and what they do it with.
 *
 * @param gc origin of the service
 * @param applications origins by name
 * @param arrivalMs from the coming of a user to that of the next one
 * @param configurations that were there before the run
 */
record GcLoad(
    Workload workload,
    String gc,
    Map<String, String> applications,
    List<Group> groups,
    double arrivalMs,
    List<Place> configurations) {
  GcLoad {
    applications = Map.copyOf(applications);
    groups = List.copyOf(groups);
    configurations = List.copyOf(configurations);
  }

  /**
   * Users who do the same.
   *
   * @param thinkMs before each of their turns
   */
  record Group(String name, int users, long thinkMs) {}

  /** Something with a title. */
  record Titled(String uri, String title) {}

  /**
   * A component with its stream and a baseline, which were there before.
   *
   * @param project of each application that the stream contributes to
   */
  record Place(Titled component, Titled stream, Titled baseline, int project) {}

  Place place(int number) {
    return configurations.get(Math.floorMod(number, configurations.size()));
  }

  /** The group of each user, so that users of all groups come evenly. */
  int[] groupOfEach() {
    var all = groups.stream().mapToInt(Group::users).sum();
    var given = new int[groups.size()];
    var each = new int[all];
    for (int user = 0; user < all; user++) {
      var next = 0;
      var most = Double.NEGATIVE_INFINITY;
      for (int group = 0; group < given.length; group++) {
        var behind = (double) groups.get(group).users() * (user + 1) / all - given[group];
        if (behind > most) {
          most = behind;
          next = group;
        }
      }
      given[next]++;
      each[user] = next;
    }
    return each;
  }
}
