package org.reprise.load.gc;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.reprise.load.clm.UserLoad;

/**
 * What the users of a load do, and what they do it with.
 *
 * @param gc origin of the service
 * @param applications origins by name
 * @param arrival from the coming of a user to that of the next one
 * @param configurations that were there before the run
 */
record GcLoad(
    String gc,
    Map<String, String> applications,
    List<UserLoad.Group> groups,
    Duration arrival,
    List<Place> configurations) {
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
}
