package org.reprise.load.triplestore;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.rdf.model.Property;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.vocabulary.RDF;
import org.jspecify.annotations.Nullable;
import org.reprise.load.clm.ServiceCalls;

/**
 * A tracked resource set as its clients read it (OSLC TRS 3.0): the pages of its base, and its
 * change log from the newest event back to one that is known. It shares no code with the index.
 *
 * @param calls by whom it is read
 * @param trs its URI
 */
public record PlainFeed(ServiceCalls calls, URI trs) {
  private static final String TRS = "http://open-services.net/ns/core/trs#";
  private static final Property BASE = ResourceFactory.createProperty(TRS, "base");
  private static final Property CUTOFF = ResourceFactory.createProperty(TRS, "cutoffEvent");
  private static final Property LOG = ResourceFactory.createProperty(TRS, "changeLog");
  private static final Property PREVIOUS = ResourceFactory.createProperty(TRS, "previous");
  private static final Property CHANGE = ResourceFactory.createProperty(TRS, "change");
  private static final Property CHANGED = ResourceFactory.createProperty(TRS, "changed");
  private static final Property ORDER = ResourceFactory.createProperty(TRS, "order");
  private static final Resource DELETION = ResourceFactory.createResource(TRS + "Deletion");

  private static final String LDP = "http://www.w3.org/ns/ldp#";
  private static final Property MEMBER = ResourceFactory.createProperty(LDP, "member");
  private static final Property NEXT_PAGE = ResourceFactory.createProperty(LDP, "nextPage");

  /**
   * A base, or its first part.
   *
   * @param members in their order
   * @param cutoff URI of the newest event that it accounts for; null for none
   */
  record Base(List<String> members, @Nullable String cutoff) {}

  /**
   * A resource that is to be indexed anew.
   *
   * @param uri of it
   * @param deleted whether it is to be removed
   */
  record Changed(String uri, boolean deleted) {}

  /**
   * What has changed.
   *
   * @param resources each once, by its latest event, the oldest first
   * @param newest URI of the newest event; null where the log is empty
   */
  record Changes(List<Changed> resources, @Nullable String newest) {}

  private record Event(String uri, long order, Changed changed) {}

  /**
   * Reads pages of the base.
   *
   * @param most members; where there are more the rest is left out
   */
  Base base(int most) throws IOException, InterruptedException {
    var members = new ArrayList<String>();
    var page = read(URI.create(required(read(trs), BASE)));
    var cutoff = one(page, CUTOFF);
    add(page, members);
    var next = one(page, NEXT_PAGE);
    while (next.isPresent() && members.size() < most) {
      page = read(URI.create(next.get()));
      add(page, members);
      next = one(page, NEXT_PAGE);
    }
    return new Base(
        List.copyOf(members.subList(0, Math.min(most, members.size()))), cutoff.orElse(null));
  }

  private static void add(Model page, List<String> members) {
    page.listObjectsOfProperty(MEMBER).forEach(it -> members.add(it.asResource().getURI()));
  }

  /** URI of the newest event; null where the log is empty. */
  @Nullable String newest() throws IOException, InterruptedException {
    var head = read(trs);
    return events(head, required(head, LOG)).stream().findFirst().map(Event::uri).orElse(null);
  }

  /**
   * Reads the change log.
   *
   * @param known URI of the newest event that is indexed; null for none
   * @throws IOException where the log does not go back so far
   */
  Changes since(@Nullable String known) throws IOException, InterruptedException {
    var latest = new LinkedHashMap<String, Changed>();
    var part = read(trs);
    var log = Optional.of(required(part, LOG));
    var newest = known;
    while (log.isPresent()) {
      for (var event : events(part, log.get())) {
        if (event.uri().equals(known)) {
          return changes(latest, newest);
        }
        newest = latest.isEmpty() ? event.uri() : newest;
        latest.putIfAbsent(event.changed().uri(), event.changed());
      }
      log = object(part, ResourceFactory.createResource(log.get()), PREVIOUS);
      if (log.isPresent()) {
        part = read(URI.create(log.get()));
      }
    }
    if (known != null) {
      throw new IOException("the log of %s does not go back to %s".formatted(trs, known));
    }
    return changes(latest, newest);
  }

  private static Changes changes(LinkedHashMap<String, Changed> latest, @Nullable String newest) {
    return new Changes(List.copyOf(latest.sequencedValues().reversed()), newest);
  }

  /** The events of a part of the log, the newest first. */
  private static List<Event> events(Model part, String log) {
    return part
        .listObjectsOfProperty(ResourceFactory.createResource(log), CHANGE)
        .mapWith(RDFNode::asResource)
        .mapWith(it ->
            new Event(
                it.getURI(),
                it.getRequiredProperty(ORDER).getLong(),
                new Changed(
                    it.getRequiredProperty(CHANGED).getResource().getURI(),
                    it.hasProperty(RDF.type, DELETION))))
        .toList()
        .stream()
        .sorted(Comparator.comparingLong(Event::order).reversed())
        .toList();
  }

  /** Reads a document. */
  Model read(URI address) throws IOException, InterruptedException {
    var model = ModelFactory.createDefaultModel();
    RDFParser.create()
        .fromString(calls.get(address))
        .lang(Lang.TURTLE)
        .base(address.toString())
        .parse(model);
    return model;
  }

  private static String required(Model model, Property property) throws IOException {
    return one(model, property).orElseThrow(() -> new IOException("it has no " + property));
  }

  private static Optional<String> one(Model model, Property property) {
    return object(model, null, property);
  }

  /** The URI that a property has; empty for none, and for {@code rdf:nil}. */
  private static Optional<String> object(
      Model model, @Nullable Resource subject, Property property) {
    return model.listStatements(subject, property, (RDFNode) null).toList().stream()
        .map(it -> it.getResource().getURI())
        .filter(it -> !it.equals(RDF.nil.getURI()))
        .findFirst();
  }
}
