package org.reprise.oslc.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/**
 * Reads the parameters of a query (OSLC Query 3.0). Conditions on what properties point at ({@code
 * p{…}}) are refused but for those properties that the service names: what others point at belongs
 * to other applications. Such a condition holds no further one. Other parts of the standard are
 * rejected with 501.
 */
public final class QueryReader {
  private static final Pattern NAME = Pattern.compile("([A-Za-z][\\w.-]*):([A-Za-z][\\w.-]*)");
  // Each name of a query is kept with its namespace, so that this is short.
  private static final Pattern PREFIX =
      Pattern.compile("([A-Za-z][\\w.-]*)\\s*=\\s*<([^<>\\s]{1,1000})>\\s*(?:,|$)");
  // A value's last part may begin with a digit.
  private static final Pattern NAMED = Pattern.compile("([A-Za-z][\\w.-]*):(\\w[\\w.-]*)");
  private static final Pattern AND = Pattern.compile("and(?=\\s)");
  private static final Pattern OPERATOR = Pattern.compile("!=|<=|>=|=|<|>");
  private static final Pattern IN = Pattern.compile("in\\s*\\[");
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern CLOSING = Pattern.compile("]");
  private static final Pattern NESTED = Pattern.compile("\\{");
  private static final Pattern URI = Pattern.compile("<([^<>\\s]*)>");
  private static final Pattern LANGUAGE_OR_TYPE =
      Pattern.compile("@[A-Za-z][\\w-]*|\\^\\^[A-Za-z][\\w.-]*:[\\w.-]+");
  private static final Pattern PLAIN =
      Pattern.compile("(true|false|[+-]?\\d+(?:\\.\\d+)?)(?=[\\s,\\]}]|$)");
  private static final Pattern DIRECTION = Pattern.compile("[+-]");
  private static final Pattern ALL = Pattern.compile("\\*");
  private static final Pattern NESTED_END = Pattern.compile("}");

  // No URI of a property.
  private static final String EVERY = "*";

  private final Map<String, String> namespaces = new HashMap<>(Vocabulary.byPrefix());
  private final Set<String> nestable;

  /**
   * Creates a reader.
   *
   * @param prefixes {@code oslc.prefix}, as {@code foaf=<http://xmlns.com/foaf/0.1/>,…}: further
   *     ones than the usual
   * @param nestable URIs of the properties that may have nested conditions
   * @throws Refusal 400 with the place where prefixes cannot be read
   */
  public QueryReader(@Nullable String prefixes, Set<String> nestable) {
    this.nestable = Set.copyOf(nestable);
    Scanner scanner = new Scanner("oslc.prefix", prefixes == null ? "" : prefixes);
    while (!scanner.isAtEnd()) {
      Matcher prefix = scanner.require(PREFIX, "name=<URI>, of up to 1,000 characters");
      namespaces.put(prefix.group(1), prefix.group(2));
    }
  }

  public record Order(String property, boolean isDescending) {}

  /**
   * Reads {@code oslc.where}: comparisons, all of which must hold.
   *
   * @throws Refusal 400 with the place where it cannot be read
   */
  public List<Term> where(@Nullable String text) {
    return all("oslc.where", text, scanner -> terms(scanner, nestable), "'and' or the end");
  }

  private static <T> List<T> all(
      String parameter, @Nullable String text, Function<Scanner, List<T>> read, String end) {
    if (text == null || text.isBlank()) {
      return List.of();
    }
    Scanner scanner = new Scanner(parameter, text);
    List<T> all = read.apply(scanner);
    if (!scanner.isAtEnd()) {
      throw scanner.fault(end);
    }
    return all;
  }

  private List<Term> terms(Scanner scanner, Set<String> mayNest) {
    List<Term> terms = new ArrayList<>();
    do {
      terms.add(term(scanner, mayNest));
    } while (scanner.take(AND) != null);
    return terms;
  }

  private Term term(Scanner scanner, Set<String> mayNest) {
    if (scanner.take(ALL) != null) {
      throw scanner.unsupported("a condition on any property");
    }
    String property = name(scanner);
    if (scanner.take(NESTED) != null) {
      if (!mayNest.contains(property)) {
        throw scanner.unsupported("a condition on what a link points at");
      }
      List<Term> nested = terms(scanner, Set.of());
      scanner.require(NESTED_END, "'and' or '}'");
      return new Term(property, Term.NESTED, List.of(), nested);
    }
    scanner.countCondition();
    if (scanner.take(IN) != null) {
      List<Term.Value> values = items(scanner, this::value);
      scanner.require(CLOSING, "']'");
      return new Term(property, "in", values);
    }
    Matcher operator = scanner.require(OPERATOR, "a comparison");
    return new Term(property, operator.group(), List.of(value(scanner)));
  }

  private Term.Value value(Scanner scanner) {
    scanner.countValue();
    Matcher uri = scanner.take(URI);
    if (uri != null) {
      return new Term.Uri(uri.group(1));
    }
    String string = scanner.takeString();
    if (string != null) {
      scanner.take(LANGUAGE_OR_TYPE);
      return new Term.Literal(string);
    }
    Matcher name = scanner.take(NAMED);
    if (name != null) {
      return new Term.Uri(expand(name));
    }
    return new Term.Literal(
        scanner
            .require(PLAIN, "a <URI>, a prefix:name, a \"string\", a number or a truth value")
            .group(1));
  }

  private String name(Scanner scanner) {
    return expand(scanner.require(NAME, "a property as prefix:name"));
  }

  private String expand(Matcher name) {
    String namespace = namespaces.get(name.group(1));
    if (namespace == null) {
      throw Refusal.invalid(
          "The prefix '" + name.group(1) + "' is not known; oslc.prefix can name it.");
    }
    return namespace + name.group(2);
  }

  /**
   * Reads {@code oslc.searchTerms}: texts, all of which a result contains.
   *
   * @throws Refusal 400 with the place where it cannot be read
   */
  public List<String> searchTerms(@Nullable String text) {
    return list(
        "oslc.searchTerms",
        text,
        scanner -> {
          scanner.countCondition();
          String term = scanner.takeString();
          if (term == null) {
            throw scanner.fault("a \"string\"");
          }
          return term;
        });
  }

  /**
   * Reads {@code oslc.orderBy}: the properties that order the results, most significant first.
   *
   * @throws Refusal 400 with the place where it cannot be read
   */
  public List<Order> orderBy(@Nullable String text) {
    return list(
        "oslc.orderBy",
        text,
        scanner -> {
          scanner.countCondition();
          Matcher direction = scanner.take(DIRECTION);
          String property = name(scanner);
          if (scanner.take(NESTED) != null) {
            throw scanner.unsupported("an order by properties of what a link points at");
          }
          return new Order(property, direction != null && direction.group().equals("-"));
        });
  }

  private static <T> List<T> list(
      String parameter, @Nullable String text, Function<Scanner, T> item) {
    return all(parameter, text, scanner -> items(scanner, item), "',' or the end");
  }

  private static <T> List<T> items(Scanner scanner, Function<Scanner, T> item) {
    List<T> items = new ArrayList<>();
    do {
      items.add(item.apply(scanner));
    } while (scanner.take(COMMA) != null);
    return items;
  }

  /**
   * Reads {@code oslc.select}: the properties that results have in the answer. Where a property may
   * have nested conditions, properties of its values can be named, too; the answer has all of them.
   *
   * @param defaults if it names none
   * @return URIs; null for all
   */
  public @Nullable Set<String> select(@Nullable String text, Set<String> defaults) {
    Set<String> properties = new LinkedHashSet<>(list("oslc.select", text, this::selected));
    if (properties.contains(EVERY)) {
      return null;
    }
    return properties.isEmpty() ? defaults : properties;
  }

  private String selected(Scanner scanner) {
    String property = propertyOrEvery(scanner);
    if (!property.equals(EVERY) && scanner.take(NESTED) != null) {
      if (!nestable.contains(property)) {
        throw scanner.unsupported("a property of what a link points at");
      }
      items(scanner, this::propertyOrEvery);
      scanner.require(NESTED_END, "',' or '}'");
    }
    return property;
  }

  private String propertyOrEvery(Scanner scanner) {
    if (scanner.take(ALL) != null) {
      return EVERY;
    }
    scanner.countValue();
    return name(scanner);
  }
}
