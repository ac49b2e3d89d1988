package org.reprise.load.gc;

import static java.util.Comparator.comparing;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.gc.GcSimulation.Load.Place;
import org.reprise.load.gc.GcSimulation.Load.Titled;
import tools.jackson.databind.json.JsonMapper;

/** What the service has before the first load: found by its search, page after page. */
record Directory(List<Found> components, List<Found> streams, List<Found> baselines) {
  record Found(Titled what, String component) {}

  static Directory read(ServiceCalls calls, URI origin) throws IOException, InterruptedException {
    return new Directory(
        search(calls, origin, "component"),
        search(calls, origin, "stream"),
        search(calls, origin, "baseline"));
  }

  private static List<Found> search(ServiceCalls calls, URI origin, String type)
      throws IOException, InterruptedException {
    var found = new ArrayList<Found>();
    for (int page = 1, pages = 1; page <= pages; page++) {
      var address = origin.resolve("/gc/search?type=%s&page=%d".formatted(type, page));
      var answer = JsonMapper.shared().readTree(calls.get(address, "application/json"));
      pages = answer.path("pages").asInt();
      for (var it : answer.path("results")) {
        found.add(
            new Found(
                new Titled(it.path("uri").asString(), it.path("title").asString()),
                it.path("component").path("uri").asString("")));
      }
    }
    return found;
  }

  List<String> uris() {
    return Stream.concat(streams.stream(), baselines.stream()).map(it -> it.what().uri()).toList();
  }

  /**
   * The components that users work in: those with a stream to which the applications contribute,
   * and a baseline of it that has contributions. Of several streams it is the oldest: in those of
   * the web UI's users nothing can be created.
   */
  List<Place> places(Map<String, Promises.Now> read, String requirements) {
    var prefix = "%s/%s/component/".formatted(requirements, Applications.RM);
    var components = new HashSet<String>();
    return streams.stream()
        .sorted(
            comparing((Found it) -> it.what().uri().length()).thenComparing(it -> it.what().uri()))
        .filter(it -> components.add(it.component()))
        .flatMap(it -> place(it, read, prefix).stream())
        .toList();
  }

  private Optional<Place> place(Found stream, Map<String, Promises.Now> read, String prefix) {
    var project =
        document(read, stream).resolved().stream()
            .map(GcDocument.Entry::component)
            .filter(it -> it.startsWith(prefix))
            .map(it -> Integer.parseInt(it.substring(prefix.length())))
            .findFirst();
    var owner =
        components.stream().filter(it -> it.what().uri().equals(stream.component())).findFirst();
    var baseline =
        baselines.stream()
            .filter(it -> it.component().equals(stream.component()))
            .filter(it -> !document(read, it).targets().isEmpty())
            .findFirst();
    return project.isEmpty() || owner.isEmpty() || baseline.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Place(owner.get().what(), stream.what(), baseline.get().what(), project.get()));
  }

  private static GcDocument document(Map<String, Promises.Now> read, Found one) {
    return Objects.requireNonNull(read.get(one.what().uri())).document();
  }
}
