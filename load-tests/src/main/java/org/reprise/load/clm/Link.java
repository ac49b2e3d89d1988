package org.reprise.load.clm;

import static java.util.stream.Collectors.toSet;

import java.util.Set;
import org.apache.jena.rdf.model.Model;

/** A link that an application has acknowledged, from an artifact to another one, as URIs. */
public record Link(String source, String predicate, String target) {
  public static final String KIND = "link";

  public String text() {
    return source + " " + predicate + " " + target;
  }

  public static Set<Link> in(Model document) {
    return document.listStatements().toList().stream()
        .filter(it -> it.getSubject().isURIResource() && it.getObject().isURIResource())
        .map(it ->
            new Link(
                it.getSubject().getURI(), it.getPredicate().getURI(), it.getResource().getURI()))
        .collect(toSet());
  }

  public static Link of(String text) {
    var parts = text.split(" ", 3);
    return new Link(parts[0], parts[1], parts[2]);
  }
}
