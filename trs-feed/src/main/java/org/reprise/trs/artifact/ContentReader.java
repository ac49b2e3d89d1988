package org.reprise.trs.artifact;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/**
 * Reads the content of an artifact from a document. Statements that cannot be stored are refused
 * (OSLC Core 3.0, "Resource Operations"): properties and classes that the shape does not name, and
 * statements about other resources. Properties that the server sets are ignored, since a client
 * sends back the document that it has read.
 */
final class ContentReader {
  private static final int MAX_TITLE = 1_000;
  private static final int MAX_TEXT = 20_000;
  private static final int MAX_SUBJECT = 200;
  private static final int MAX_SUBJECTS = 100;
  private static final int MAX_LINKS = 1_000;

  private static final Set<Node> SET_BY_SERVER =
      Set.of(
          ArtifactDocuments.IDENTIFIER,
          ArtifactDocuments.SHORT_ID,
          ArtifactDocuments.CREATED,
          ArtifactDocuments.MODIFIED,
          ArtifactDocuments.SERVICE_PROVIDER,
          ArtifactDocuments.INSTANCE_SHAPE,
          ArtifactDocuments.COMPONENT);

  private static final Set<Node> OF_VERSION =
      Set.of(
          ArtifactDocuments.IS_VERSION_OF,
          ArtifactDocuments.VERSION_ID,
          ArtifactDocuments.COMPONENT);

  private final Shape shape;
  private final Set<String> subjects = new LinkedHashSet<>();
  private final Set<Link> links = new LinkedHashSet<>();
  private @Nullable String title;
  private @Nullable String description;

  private ContentReader(Shape shape) {
    this.shape = shape;
  }

  /**
   * Reads the content.
   *
   * @param uri of the artifact where it exists, else of the factory; a document may also describe
   *     it under another URI or a blank node, if it describes one of the shape's class only
   * @throws Refusal 400 if it is not as the shape says
   */
  static Content read(List<Triple> document, Shape shape, String uri) {
    Node subject = subject(document, shape, uri);
    Set<Node> versions = shape.isVersioned() ? versions(document, subject) : Set.of();
    ContentReader reader = new ContentReader(shape);
    for (Triple triple : document) {
      if (triple.getSubject().equals(subject)) {
        reader.take(triple.getPredicate(), triple.getObject());
      } else if (!versions.contains(triple.getSubject()) || !isOfVersion(triple)) {
        Node other = triple.getSubject();
        throw Refusal.invalid(
            "The document says <%s> of %s, and only what it says of the artifact itself is stored."
                .formatted(
                    triple.getPredicate().getURI(),
                    other.isURI() ? "<" + other.getURI() + ">" : "a resource without URI"));
      }
    }
    return reader.content();
  }

  // Answers describe the version beside the artifact.
  private static Set<Node> versions(List<Triple> document, Node subject) {
    return document.stream()
        .filter(triple ->
            triple.getPredicate().equals(ArtifactDocuments.IS_VERSION_OF)
                && triple.getObject().equals(subject))
        .map(Triple::getSubject)
        .collect(Collectors.toSet());
  }

  private static boolean isOfVersion(Triple triple) {
    return triple.getPredicate().equals(Vocabulary.TYPE)
        ? triple.getObject().equals(ArtifactDocuments.VERSION_RESOURCE)
        : OF_VERSION.contains(triple.getPredicate());
  }

  private static Node subject(List<Triple> document, Shape shape, String uri) {
    List<Node> found =
        document.stream()
            .filter(triple ->
                triple.getPredicate().equals(Vocabulary.TYPE)
                    && triple.getObject().equals(shape.type()))
            .map(Triple::getSubject)
            .distinct()
            .toList();
    for (Node one : found) {
      if (one.isURI() && one.getURI().equals(uri)) {
        return one;
      }
    }
    if (found.size() != 1) {
      throw Refusal.invalid(
          "The document must describe one <%s>, and describes %d."
              .formatted(shape.type().getURI(), found.size()));
    }
    return found.getFirst();
  }

  private void take(Node property, Node value) {
    if (property.equals(Vocabulary.TITLE)) {
      requireOnce(title, property);
      title = text(property, value, MAX_TITLE);
      if (title.isBlank()) {
        throw Refusal.invalid("The dcterms:title is empty.");
      }
    } else if (property.equals(ArtifactDocuments.DESCRIPTION)) {
      requireOnce(description, property);
      description = text(property, value, MAX_TEXT);
    } else if (property.equals(ArtifactDocuments.SUBJECT)) {
      subjects.add(text(property, value, MAX_SUBJECT));
      requireAtMost(subjects.size(), MAX_SUBJECTS, property.getURI());
    } else if (shape.links().contains(property.getURI())) {
      links.add(new Link(property.getURI(), target(property, value)));
      requireAtMost(links.size(), MAX_LINKS, "links");
    } else if (property.equals(Vocabulary.TYPE)) {
      if (!value.equals(shape.type())) {
        throw Refusal.invalid(
            "The artifact is a <%s> and nothing else: %s is not stored as its rdf:type."
                .formatted(shape.type().getURI(), value));
      }
    } else if (!SET_BY_SERVER.contains(property)) {
      throw Refusal.invalid(
          "The shape of <%s> has no property <%s>."
              .formatted(shape.type().getURI(), property.getURI()));
    }
  }

  private static void requireOnce(@Nullable String before, Node property) {
    if (before != null) {
      throw Refusal.invalid("There is more than one <%s>.".formatted(property.getURI()));
    }
  }

  private static void requireAtMost(int count, int max, String what) {
    if (count > max) {
      throw Refusal.invalid("There are more than %,d values of %s.".formatted(max, what));
    }
  }

  private static String text(Node property, Node value, int maxLength) {
    if (!value.isLiteral()) {
      throw Refusal.invalid("The value of <%s> must be a text.".formatted(property.getURI()));
    }
    String text = Texts.of(value);
    if (text.length() > maxLength) {
      throw Refusal.invalid(
          "The value of <%s> has more than %,d characters."
              .formatted(property.getURI(), maxLength));
    }
    if (!Texts.isStorable(text)) {
      throw Refusal.invalid(
          "The value of <%s> holds a control character or half of a pair."
              .formatted(property.getURI()));
    }
    return text;
  }

  private static String target(Node property, Node value) {
    if (!value.isURI()) {
      throw Refusal.invalid("The value of <%s> must be a URI.".formatted(property.getURI()));
    }
    return Texts.requireUri("<" + property.getURI() + ">", value.getURI());
  }

  private Content content() {
    if (title == null) {
      throw Refusal.invalid("There must be a dcterms:title.");
    }
    return new Content(title, description, new ArrayList<>(subjects), new ArrayList<>(links));
  }
}
