package org.reprise.load.gc;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.gc.GcLoad.Place;
import org.reprise.load.gc.GcLoad.Titled;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the service has before the first load: found by its search, page after page.
 *
 * @param components by URI
 */
record Directory(Map<String, Titled> components, List<Found> streams, List<Found> baselines) {
  private static final String JSON = "application/json";

  /**
   * A stream or baseline.
   *
   * @param component URI of the component that it is of
   */
  record Found(Titled what, String component) {}

  static Directory read(ServiceCalls calls, URI gc) throws IOException, InterruptedException {
    var components = new LinkedHashMap<String, Titled>();
    for (var it : search(calls, gc, "component")) {
      components.put(it.what().uri(), it.what());
    }
    return new Directory(components, search(calls, gc, "stream"), search(calls, gc, "baseline"));
  }

  private static List<Found> search(ServiceCalls calls, URI gc, String type)
      throws IOException, InterruptedException {
    var found = new ArrayList<Found>();
    for (int page = 1, pages = 1; page <= pages; page++) {
      var answer =
          JsonMapper.shared()
              .readTree(
                  calls.get(gc.resolve("/gc/search?type=%s&page=%d".formatted(type, page)), JSON));
      pages = answer.path("pages").asInt();
      answer.path("results").forEach(it -> found.add(found(it)));
    }
    return found;
  }

  private static Found found(JsonNode it) {
    return new Found(
        new Titled(it.path("uri").asString(), it.path("title").asString()),
        it.path("component").path("uri").asString(""));
  }

  /**
   * The components that users work in: those with a stream to which the applications contribute,
   * and a baseline of it.
   *
   * @param read streams and baselines by their URIs
   * @param applications origins by name
   */
  List<Place> places(Map<String, Promises.Now> read, Map<String, String> applications) {
    var places = new ArrayList<Place>();
    var component = applications.get(Applications.RM) + "/" + Applications.RM + "/component/";
    for (var stream : streams) {
      var document = document(read, stream);
      var project =
          document.resolved().stream()
              .map(GcDocument.Entry::component)
              .filter(it -> it.startsWith(component))
              .findFirst();
      var baseline = baseline(read, stream);
      var owner = components.get(stream.component());
      if (project.isPresent() && baseline != null && owner != null) {
        places.add(
            new Place(
                owner,
                stream.what(),
                baseline,
                Integer.parseInt(project.get().substring(component.length()))));
      }
    }
    return places;
  }

  /** One that has contributions: the initial one of a component has none. */
  private @Nullable Titled baseline(Map<String, Promises.Now> read, Found stream) {
    for (var one : baselines) {
      if (one.component().equals(stream.component()) && !document(read, one).targets().isEmpty()) {
        return one.what();
      }
    }
    return null;
  }

  private static GcDocument document(Map<String, Promises.Now> read, Found one) {
    return Objects.requireNonNull(read.get(one.what().uri())).document();
  }

  List<String> uris() {
    return Stream.concat(streams.stream(), baselines.stream()).map(it -> it.what().uri()).toList();
  }
}
