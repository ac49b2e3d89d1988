package org.reprise.oslcclient;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;
import org.apache.jena.rdf.model.Statement;
import org.jspecify.annotations.Nullable;

/** Reads a feed as OSLC TRS 3.0 tells clients to: from the newest event back to the last seen. */
public final class FeedReader {
  private static final String TRS = "http://open-services.net/ns/core/trs#";

  private final OslcClient client;
  private final String path;
  private @Nullable String seen;

  /**
   * From the feed's beginning on.
   *
   * @param path of the feed, from the server's root
   */
  public FeedReader(OslcClient client, String path) {
    this.client = client;
    this.path = path;
  }

  /** An event of the change log. */
  public record Event(String uri, String type, String changed, long order) {}

  /** The events since the last poll, the oldest first. */
  public List<Event> poll() {
    List<Event> found = new ArrayList<>();
    Model model = model(path);
    Resource log = one(model, TRS + "changeLog").getObject().asResource();
    while (true) {
      List<Event> events = events(model, log);
      for (Event event : events) {
        if (event.uri().equals(seen)) {
          return newest(found);
        }
        found.add(event);
      }
      Statement previous = log.getProperty(ResourceFactory.createProperty(TRS, "previous"));
      if (previous == null) {
        assertThat(seen).as("the last event seen is not in the log any more").isNull();
        return newest(found);
      }
      OslcClient.Answer answer = client.get(previous.getObject().asResource().getURI());
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      model = answer.model();
      log = model.getResource(previous.getObject().asResource().getURI());
    }
  }

  private List<Event> newest(List<Event> found) {
    if (!found.isEmpty()) {
      seen = found.getFirst().uri();
    }
    return found.reversed();
  }

  private Model model(String uri) {
    OslcClient.Answer answer = client.get(uri);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.model();
  }

  /** The events of one segment, the newest first. */
  public static List<Event> events(Model model, Resource log) {
    return model
        .listObjectsOfProperty(log, ResourceFactory.createProperty(TRS, "change"))
        .mapWith(node -> event(node.asResource()))
        .toList()
        .stream()
        .sorted(Comparator.comparingLong(Event::order).reversed())
        .toList();
  }

  private static Event event(Resource event) {
    assertThat(event.isURIResource()).isTrue();
    List<Statement> changed =
        event.listProperties(ResourceFactory.createProperty(TRS, "changed")).toList();
    List<Statement> order =
        event.listProperties(ResourceFactory.createProperty(TRS, "order")).toList();
    assertThat(changed).hasSize(1);
    assertThat(order).hasSize(1);
    String type =
        event
            .getProperty(
                ResourceFactory.createProperty("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"))
            .getObject()
            .asResource()
            .getLocalName();
    return new Event(
        event.getURI(),
        type,
        changed.getFirst().getObject().asResource().getURI(),
        order.getFirst().getObject().asLiteral().getLong());
  }

  private static Statement one(Model model, String property) {
    List<Statement> all =
        model
            .listStatements(null, ResourceFactory.createProperty(property), (Resource) null)
            .toList();
    assertThat(all).as(property).hasSize(1);
    return all.getFirst();
  }
}
