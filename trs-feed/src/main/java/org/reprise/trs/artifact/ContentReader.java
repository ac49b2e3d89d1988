package org.reprise.trs.artifact;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.trs.rdf.Vocabulary;
import org.reprise.trs.refusal.Refusal;

/**
 * Finds in a document what it says of an artifact. The shape is closed: a property that it does not
 * name is refused. What the server sets itself may stand there, as a client sends back what it has
 * read, and does not count.
 */
final class ContentReader {
  private static final int LONGEST_TITLE = 1_000;
  private static final int LONGEST_TEXT = 20_000;
  private static final int LONGEST_SUBJECT = 200;
  private static final int MOST_SUBJECTS = 100;
  private static final int MOST_LINKS = 1_000;
  private static final int LONGEST_URI = 2_000;

  private static final Pattern ABSOLUTE_URI =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>\"{}|\\\\^`\\p{Cntrl}]+");

  private static final Set<Node> SET_BY_SERVER =
      Set.of(
          Vocabulary.TYPE,
          ArtifactDocuments.IDENTIFIER,
          ArtifactDocuments.CREATED,
          ArtifactDocuments.MODIFIED,
          ArtifactDocuments.SERVICE_PROVIDER,
          ArtifactDocuments.INSTANCE_SHAPE,
          ArtifactDocuments.COMPONENT,
          Vocabulary.DCTERMS.term("creator"),
          Vocabulary.DCTERMS.term("contributor"));

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
   * @throws Refusal 400 where it is not as the shape says
   */
  static Content read(List<Triple> document, Shape shape, String uri) {
    Node subject = subject(document, shape, uri);
    ContentReader reader = new ContentReader(shape);
    for (Triple triple : document) {
      if (triple.getSubject().equals(subject)) {
        reader.take(triple.getPredicate(), triple.getObject());
      }
    }
    return reader.content();
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
      title = text(property, value, LONGEST_TITLE);
      if (title.isBlank()) {
        throw Refusal.invalid("The dcterms:title is empty.");
      }
    } else if (property.equals(ArtifactDocuments.DESCRIPTION)) {
      requireOnce(description, property);
      description = text(property, value, LONGEST_TEXT);
    } else if (property.equals(ArtifactDocuments.SUBJECT)) {
      subjects.add(text(property, value, LONGEST_SUBJECT));
      requireAtMost(subjects.size(), MOST_SUBJECTS, property.getURI());
    } else if (shape.isLink(property.getURI())) {
      links.add(new Link(property.getURI(), target(property, value)));
      requireAtMost(links.size(), MOST_LINKS, "links");
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

  private static void requireAtMost(int count, int most, String what) {
    if (count > most) {
      throw Refusal.invalid("There are more than %,d values of %s.".formatted(most, what));
    }
  }

  private static String text(Node property, Node value, int longest) {
    if (!value.isLiteral()) {
      throw Refusal.invalid("The value of <%s> must be a text.".formatted(property.getURI()));
    }
    String text = value.getLiteralLexicalForm();
    if (text.length() > longest) {
      throw Refusal.invalid(
          "The value of <%s> has more than %,d characters.".formatted(property.getURI(), longest));
    }
    if (!isStorable(text)) {
      throw Refusal.invalid(
          "The value of <%s> holds what is no character.".formatted(property.getURI()));
    }
    return text;
  }

  // Whatever parsers let pass: in each format it must be written as a URI again.
  private static String target(Node property, Node value) {
    if (!value.isURI()) {
      throw Refusal.invalid("The value of <%s> must be a URI.".formatted(property.getURI()));
    }
    String uri = value.getURI();
    if (uri.length() > LONGEST_URI || !ABSOLUTE_URI.matcher(uri).matches() || !isStorable(uri)) {
      throw Refusal.invalid(
          "A value of <%s> is no absolute URI of up to %,d characters."
              .formatted(property.getURI(), LONGEST_URI));
    }
    return uri;
  }

  // What PostgreSQL stores and XML 1.0 can tell: no control characters but tab and line breaks, and
  // no half of a surrogate pair.
  private static boolean isStorable(String text) {
    return text.codePoints()
        .allMatch(c ->
            (c >= ' ' && c < Character.MIN_SURROGATE)
                || (c > Character.MAX_SURROGATE && c != 0xFFFE && c != 0xFFFF)
                || c == '\t'
                || c == '\n'
                || c == '\r');
  }

  private Content content() {
    if (title == null) {
      throw Refusal.invalid("There must be a dcterms:title.");
    }
    return new Content(title, description, new ArrayList<>(subjects), new ArrayList<>(links));
  }
}
