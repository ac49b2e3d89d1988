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
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.gc.GcSimulation.Load.Place;
import org.reprise.load.gc.GcSimulation.Load.Titled;
import tools.jackson.databind.json.JsonMapper;

/** What the service has before the first load, and the documents of its streams and baselines. */
record Directory(
    List<Found> components,
    List<Found> streams,
    List<Found> baselines,
    Map<String, Promises.Now> documents) {
  record Found(Titled what, String component) {}

  static Directory read(ServiceCalls calls, URI origin) throws IOException, InterruptedException {
    var streams = search(calls, origin, "stream");
    var baselines = search(calls, origin, "baseline");
    var all = Stream.concat(streams.stream(), baselines.stream()).map(it -> it.what().uri());
    return new Directory(
        search(calls, origin, "component"), streams, baselines, Promises.read(calls, all.toList()));
  }

  private static List<Found> search(ServiceCalls calls, URI origin, String type)
      throws IOException, InterruptedException {
    var found = new ArrayList<Found>();
    for (int page = 1, pages = 1; page <= pages; page++) {
      var address = origin.resolve("/gc/search?type=%s&page=%d".formatted(type, page));
      var answer = JsonMapper.shared().readTree(calls.get(address, "application/json").body());
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

  /**
   * The components that users work in: those with a stream to which the applications contribute,
   * and a baseline of it that has contributions. Of several streams it is the oldest: in those of
   * the web UI's users nothing can be created.
   */
  List<Place> places(String requirements) {
    var prefix = "%s/%s/component/".formatted(requirements, Applications.RM);
    var components = new HashSet<String>();
    var places =
        streams.stream()
            .sorted(
                comparing((Found it) -> it.what().uri().length())
                    .thenComparing(it -> it.what().uri()))
            .filter(it -> components.add(it.component()))
            .flatMap(it -> place(it, prefix).stream())
            .toList();
    if (places.isEmpty()) {
      throw new EnvironmentException(
          "the service has no stream to which the applications contribute: fill them, by POST"
              + " /rm/fill, /qm/fill, /ccm/fill and then /gc/fill?scale=1");
    }
    return places;
  }

  private Optional<Place> place(Found stream, String prefix) {
    var project =
        document(stream).resolved().stream()
            .map(GcDocument.Entry::component)
            .filter(it -> it.startsWith(prefix))
            .map(it -> Integer.parseInt(it.substring(prefix.length())))
            .findFirst();
    var owner =
        components.stream().filter(it -> it.what().uri().equals(stream.component())).findFirst();
    var baseline =
        baselines.stream()
            .filter(it -> it.component().equals(stream.component()))
            .filter(it -> !document(it).targets().isEmpty())
            .findFirst();
    return project.isEmpty() || owner.isEmpty() || baseline.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Place(owner.get().what(), stream.what(), baseline.get().what(), project.get()));
  }

  private GcDocument document(Found one) {
    return Objects.requireNonNull(documents.get(one.what().uri())).document();
  }
}
