package org.reprise.ldx.query;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.query.LinkQuery.Versions;
import org.reprise.ldx.rdf.RdfReader;
import org.reprise.ldx.rdf.Texts;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.rdf.Vocabulary;
import org.reprise.ldx.web.ErrorBodies;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.Permits;
import org.springframework.stereotype.Component;

/**
 * Reads requests of Link Discovery Management 1.0. What its examples do is allowed: another
 * spelling of the namespace, and the parts of one request on several blank nodes without a type.
 */
@Component
final class LinkRequestReader {
  static final String MISSING_OBJECT = "MissingObject";

  static final String LIMIT_REACHED = "LimitReached";

  /** The identifier of a request for the concept of versions without a configuration. */
  static final String BAD_OBJECT_REQUEST = "BadObjectRequest";

  private static final int MAX = 10_000;

  // JSON-LD of 11,000 values keeps a processor busy for two seconds, and requests run on virtual
  // threads without time slices: the other processors are for all else, such as health.
  private final Permits jsonLd =
      new Permits(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), Links.BUSY);

  private static final String LDM = Vocabulary.LDM;
  private static final String EXAMPLES = Vocabulary.LDM_OF_EXAMPLES;

  private final LinkTypes types;

  LinkRequestReader(LinkTypes types) {
    this.types = types;
  }

  private final class Parts implements Consumer<Triple> {
    private final Set<String> resources = new LinkedHashSet<>();
    private final Set<String> predicates = new LinkedHashSet<>();
    private final Set<String> directions = new LinkedHashSet<>();
    private final Set<String> properties = new HashSet<>();

    @Override
    public void accept(Triple triple) {
      String value = text(triple.getObject());
      switch (triple.getPredicate().getURI()) {
        case LDM + "resources", EXAMPLES + "resources" -> addTo(resources, value);
        case LDM + "linkPredicates", EXAMPLES + "linkPredicates" -> addTo(predicates, value);
        case LDM + "direction", EXAMPLES + "direction" -> addTo(directions, value);
        case LDM + "additionalProperties",
            LDM + "additionalResourceProperties",
            EXAMPLES + "additionalProperties",
            EXAMPLES + "additionalResourceProperties" ->
            addTo(properties, value);
        default -> {}
      }
    }

    // One more than allowed is enough to see that there are too many.
    private void addTo(Set<String> values, String value) {
      if (values.size() <= MAX) {
        values.add(value);
      }
    }

    // Some clients write addresses as texts.
    private String text(Node node) {
      if (node.isURI()) {
        return node.getURI().strip();
      }
      return node.isLiteral() ? node.getLiteralLexicalForm().strip() : "";
    }
  }

  LinkQuery read(byte[] body, RdfFormat format, Versions versions) {
    Parts parts =
        format == RdfFormat.JSON_LD
            ? jsonLd.with(1, Links.PERMIT_TIMEOUT, () -> parts(body, format))
            : parts(body, format);
    return query(
        parts.resources,
        parts.predicates,
        parts.directions,
        versions,
        parts.properties.contains(Vocabulary.TITLE));
  }

  private Parts parts(byte[] body, RdfFormat format) {
    Parts parts = new Parts();
    try {
      // The length of the body is a bound, too, and for JSON-LD the number of its values.
      RdfReader.read(body, format, "http://localhost/", Integer.MAX_VALUE, parts);
      return parts;
    } catch (UnreadableRdf.TooLarge e) {
      throw refusal(LIMIT_REACHED, "Too much requested. Limit = %d: %s".formatted(MAX, e.reason()));
    } catch (UnreadableRdf e) {
      throw Refusal.invalid("The request is no %s: %s".formatted(format.mediaType(), e.reason()));
    }
  }

  /** Returns 400 with one of the identifiers of the standard's section "Error Responses". */
  static Refusal refusal(String identifier, String message) {
    Refusal refusal = Refusal.invalid(message);
    refusal.getBody().setProperty(ErrorBodies.IDENTIFIER, identifier);
    return refusal;
  }

  /** Returns the query of these parts, in whatever form they came. */
  LinkQuery query(
      Set<String> resources,
      Set<String> predicates,
      Set<String> directions,
      Versions versions,
      boolean titles) {
    if (resources.isEmpty()) {
      throw refusal(MISSING_OBJECT, "No Object resource provided");
    }
    if (resources.size() > MAX) {
      throw refusal(
          LIMIT_REACHED, "Too many Object resources requested. Limit = %d".formatted(MAX));
    }
    if (predicates.size() > MAX) {
      throw Refusal.invalid("There are more than %d link predicates".formatted(MAX));
    }
    for (String resource : resources) {
      if (!Texts.isAddress(resource)) {
        throw Refusal.invalid("The resource '%s' is no http or https address".formatted(resource));
      }
    }
    return new LinkQuery(resources, stored(predicates), isAny(directions), versions, titles);
  }

  // A client may name the inverse that it shows: it means the predicates that are stored.
  private Set<String> stored(Set<String> requested) {
    Set<String> stored = new LinkedHashSet<>();
    for (String predicate : requested) {
      Set<String> meant = types.storedAs(predicate);
      if (meant.isEmpty()) {
        throw Refusal.invalid(
            "'%s' is no link type that is indexed; GET /ldx/link-types names them"
                .formatted(predicate));
      }
      stored.addAll(meant);
    }
    return stored;
  }

  private static boolean isAny(Set<String> directions) {
    if (directions.size() > 1) {
      throw Refusal.invalid("There is more than one direction");
    }
    String direction = directions.isEmpty() ? "incoming" : directions.iterator().next();
    return switch (direction.toLowerCase(Locale.ROOT)) {
      case "incoming" -> false;
      case "any" -> true;
      default ->
          throw Refusal.invalid(
              "The direction '%s' is neither 'incoming' nor 'any'".formatted(direction));
    };
  }
}
