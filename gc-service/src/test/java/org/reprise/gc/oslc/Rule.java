package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.Property;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;

/**
 * What a shape says of a property.
 *
 * @param min how often it is there
 * @param max how often it may be there
 * @param type the datatype of its values; empty for URIs and blank nodes
 */
record Rule(int min, int max, String type) {
  static final int MANY = Integer.MAX_VALUE;
  static final Rule ONE_LINK = new Rule(1, 1, "");
  static final Rule MAYBE_LINK = new Rule(0, 1, "");
  static final Rule LINKS = new Rule(0, MANY, "");

  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

  /** Checks all that a document says of a resource. */
  static void check(Model model, String uri, String type, Map<String, Rule> rules) {
    check(model, ResourceFactory.createResource(uri), type, rules);
  }

  /** The same of a resource that may be a blank node. */
  static void check(Model model, Resource subject, String type, Map<String, Rule> rules) {
    assertThat(
            model.contains(
                subject,
                ResourceFactory.createProperty(RDF + "type"),
                ResourceFactory.createResource(type)))
        .as(type)
        .isTrue();
    Set<String> used = new TreeSet<>();
    model
        .listStatements(subject, null, (RDFNode) null)
        .forEachRemaining(one -> used.add(one.getPredicate().getURI()));
    assertThat(rules.keySet()).as(subject.toString()).containsAll(used);
    rules.forEach((name, rule) -> {
      Property property = ResourceFactory.createProperty(name);
      List<RDFNode> values = model.listObjectsOfProperty(subject, property).toList();
      assertThat(values.size()).as(subject + " " + name).isBetween(rule.min(), rule.max());
      values.forEach(value ->
          assertThat(value.isLiteral() ? value.asLiteral().getDatatypeURI() : "")
              .as(subject + " " + name)
              .isEqualTo(rule.type()));
    });
  }
}
