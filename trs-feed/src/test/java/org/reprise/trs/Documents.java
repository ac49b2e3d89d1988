package org.reprise.trs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;

/** What tests send, and what they ask answers. */
public final class Documents {
  private static final String PREFIXES =
      """
      @prefix dcterms: <http://purl.org/dc/terms/> .
      @prefix oslc_cm: <http://open-services.net/ns/cm#> .
      @prefix oslc_qm: <http://open-services.net/ns/qm#> .
      @prefix oslc_rm: <http://open-services.net/ns/rm#> .
      """;

  private Documents() {}

  /** A work item with further statements, each after a semicolon. */
  public static String workItem(String title, String... more) {
    return document("oslc_cm:ChangeRequest", title, more);
  }

  /** A test case. */
  public static String testCase(String title, String... more) {
    return document("oslc_qm:TestCase", title, more);
  }

  /** A requirement. */
  public static String requirement(String title, String... more) {
    return document("oslc_rm:Requirement", title, more);
  }

  private static String document(String type, String title, String... more) {
    StringBuilder text = new StringBuilder(PREFIXES);
    text.append("<> a ").append(type).append(" ; dcterms:title \"").append(title).append('"');
    for (String one : more) {
      text.append(" ; ").append(one);
    }
    return text.append(" .").toString();
  }

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
  public static String error(TrsClient.Answer answer, int status) {
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
