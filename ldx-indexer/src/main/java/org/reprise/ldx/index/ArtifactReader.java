package org.reprise.ldx.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.index.Artifact.Link;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.rdf.Texts;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.rdf.Vocabulary;

/**
 * Finds the links in the representation of an artifact. The statements of a version have its
 * concept as subject (OSLC Configuration Management 1.1, "Versioned resources"); statements about
 * other resources in the same document do not count.
 */
public final class ArtifactReader {
  private static final int MAX_TITLE = 300;
  private static final int MAX_LINKS = 1_000;
  private static final String VERSION_OF = Vocabulary.DCTERMS + "isVersionOf";
  private static final String COMPONENT = Vocabulary.CONFIG + "component";

  private final LinkTypes types;

  public ArtifactReader(LinkTypes types) {
    this.types = types;
  }

  /**
   * Reads a representation.
   *
   * @param uri as the feed lists it
   * @param origins of the data source: the concept of a version is of one of them, too, for a
   *     server says nothing about the resources of others
   * @throws UnreadableRdf when it is none of this artifact
   * @throws FetchFailure when its concept is of another origin
   */
  public Artifact read(String uri, Set<Origin> origins, Document document)
      throws UnreadableRdf, FetchFailure {
    StatementCollector collector = new StatementCollector(uri);
    document.read(collector);
    Artifact artifact = collector.artifact();
    if (!artifact.concept().equals(uri) && !Origin.isIn(origins, artifact.concept())) {
      throw new FetchFailure(
          Kind.FORBIDDEN, "it is a version of a resource elsewhere: %s", artifact.concept());
    }
    return artifact;
  }

  private final class StatementCollector implements Consumer<Triple> {
    private final String uri;
    private final Map<String, List<Link>> links = new HashMap<>();
    private final Map<String, String> titles = new HashMap<>();
    private final Set<String> subjects = new HashSet<>();
    private @Nullable String concept;
    private @Nullable String component;
    private int count;

    StatementCollector(String uri) {
      this.uri = uri;
    }

    @Override
    public void accept(Triple triple) {
      if (!triple.getSubject().isURI()) {
        return;
      }
      String subject = triple.getSubject().getURI();
      String predicate = triple.getPredicate().getURI();
      Node object = triple.getObject();
      subjects.add(subject);
      if (object.isURI()) {
        statement(subject, predicate, object.getURI());
      } else if (object.isLiteral() && predicate.equals(Vocabulary.TITLE)) {
        String title = org.reprise.oslc.rdf.Texts.of(object);
        titles.putIfAbsent(subject, Texts.storable(title, MAX_TITLE));
      }
    }

    private void statement(String subject, String predicate, String object) {
      if (subject.equals(uri) && predicate.equals(VERSION_OF)) {
        concept = object;
      } else if (subject.equals(uri) && predicate.equals(COMPONENT)) {
        component = Texts.isUsableUri(object) ? object : null;
      } else if (types.of(predicate) != null && Texts.isAddress(object) && count <= MAX_LINKS) {
        count++;
        links.computeIfAbsent(subject, of -> new ArrayList<>()).add(new Link(predicate, object));
      }
    }

    Artifact artifact() throws UnreadableRdf {
      if (count > MAX_LINKS) {
        throw new UnreadableRdf("it has more than %,d links".formatted(MAX_LINKS));
      }
      String of = concept == null ? uri : concept;
      if (!Texts.isUsableUri(of) || !subjects.contains(uri) && !subjects.contains(of)) {
        throw new UnreadableRdf("it says nothing about the resource");
      }
      Set<Link> all = new HashSet<>(links.getOrDefault(of, List.of()));
      all.addAll(links.getOrDefault(uri, List.of()));
      String title = titles.get(of);
      return new Artifact(uri, of, component, title == null ? titles.get(uri) : title, all);
    }
  }
}
