package org.reprise.oslcclient;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;

/** What tests ask the documents that they get. */
public final class Documents {
  private Documents() {}

  /** The values of a property of a resource, as text. */
  public static List<String> values(Model model, String resource, String property) {
    Resource subject = ResourceFactory.createResource(resource);
    return model
        .listObjectsOfProperty(subject, ResourceFactory.createProperty(property))
        .mapWith(Documents::text)
        .toList();
  }

  /** The one value of a property of any resource. */
  public static String value(Model model, String property) {
    List<String> all =
        model
            .listObjectsOfProperty(ResourceFactory.createProperty(property))
            .mapWith(Documents::text)
            .toList();
    assertThat(all).as(property).hasSize(1);
    return all.getFirst();
  }

  private static String text(RDFNode node) {
    return node.isLiteral() ? node.asLiteral().getLexicalForm() : node.asResource().getURI();
  }

  /** Checks that an answer is an {@code oslc:Error}, and returns its message. */
  public static String error(OslcClient.Answer answer, int status) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("OSLC-Core-Version")).as(answer.toString()).isEqualTo("3.0");
    Model model = answer.model();
    assertThat(value(model, "http://open-services.net/ns/core#statusCode"))
        .isEqualTo(Integer.toString(status));
    assertThat(value(model, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"))
        .isEqualTo("http://open-services.net/ns/core#Error");
    return value(model, "http://open-services.net/ns/core#message");
  }
}
