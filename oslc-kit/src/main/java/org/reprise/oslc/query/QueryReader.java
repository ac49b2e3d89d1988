package org.reprise.oslc.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/**
 * Reads the parameters of a query (OSLC Query 3.0). Conditions on what properties point at ({@code
 * p{…}}) are refused but for those properties that the service names: what others point at belongs
 * to other applications. Such a condition holds no further one. What the standard has and is not
 * supported is refused with 501.
 */
public final class QueryReader {
  private static final Pattern NAME = Pattern.compile("([A-Za-z][\\w.-]*):([A-Za-z][\\w.-]*)");
  // Of values; their last part may begin with a digit.
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

  private final Prefixes prefixes;
  private final Set<String> nestable;

  /** Makes one that expands names by these prefixes, and refuses all nested conditions. */
  public QueryReader(Prefixes prefixes) {
    this(prefixes, Set.of());
  }

  /**
   * Makes one that expands names by these prefixes.
   *
   * @param nestable URIs of the properties that nested conditions are taken for
   */
  public QueryReader(Prefixes prefixes, Set<String> nestable) {
    this.prefixes = prefixes;
    this.nestable = Set.copyOf(nestable);
  }

  public record Order(String property, boolean isDescending) {}

  /**
   * Reads {@code oslc.where}: comparisons, all of which must hold.
   *
   * @throws Refusal 400 with the place where it cannot be read
   */
  public List<Term> where(@Nullable String text) {
    List<Term> terms = new ArrayList<>();
    if (text == null || text.isBlank()) {
      return terms;
    }
    Scanner scanner = new Scanner("oslc.where", text);
    do {
      terms.add(term(scanner, nestable));
    } while (scanner.take(AND) != null);
    if (!scanner.isAtEnd()) {
      throw scanner.fault("'and' or the end");
    }
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
      return nested(scanner, property);
    }
    scanner.countCondition();
    if (scanner.take(IN) != null) {
      List<Term.Value> values = new ArrayList<>();
      do {
        values.add(value(scanner));
      } while (scanner.take(COMMA) != null);
      scanner.need(CLOSING, "']'");
      return new Term(property, "in", values);
    }
    Matcher operator = scanner.need(OPERATOR, "a comparison");
    return new Term(property, operator.group(), List.of(value(scanner)));
  }

  private Term nested(Scanner scanner, String property) {
    List<Term> terms = new ArrayList<>();
    do {
      terms.add(term(scanner, Set.of()));
    } while (scanner.take(AND) != null);
    scanner.need(NESTED_END, "'and' or '}'");
    return new Term(property, Term.NESTED, List.of(), terms);
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
      return new Term.Uri(prefixes.expand(name.group(1), name.group(2)));
    }
    return new Term.Literal(
        scanner
            .need(PLAIN, "a <URI>, a prefix:name, a \"string\", a number or a truth value")
            .group(1));
  }

  private String name(Scanner scanner) {
    Matcher name = scanner.need(NAME, "a property as prefix:name");
    return prefixes.expand(name.group(1), name.group(2));
  }

  /**
   * Reads {@code oslc.searchTerms}: texts, all of which a result contains.
   *
   * @throws Refusal 400 with the place where it cannot be read
   */
  public List<String> searchTerms(@Nullable String text) {
    List<String> terms = new ArrayList<>();
    if (text == null || text.isBlank()) {
      return terms;
    }
    Scanner scanner = new Scanner("oslc.searchTerms", text);
    do {
      scanner.countCondition();
      String term = scanner.takeString();
      if (term == null) {
        throw scanner.fault("a \"string\"");
      }
      terms.add(term);
    } while (scanner.take(COMMA) != null);
    if (!scanner.isAtEnd()) {
      throw scanner.fault("',' or the end");
    }
    return terms;
  }

  /**
   * Reads {@code oslc.orderBy}: the properties that order the results, most significant first.
   *
   * @throws Refusal 400 with the place where it cannot be read
   */
  public List<Order> orderBy(@Nullable String text) {
    List<Order> orders = new ArrayList<>();
    if (text == null || text.isBlank()) {
      return orders;
    }
    Scanner scanner = new Scanner("oslc.orderBy", text);
    do {
      scanner.countCondition();
      Matcher direction = scanner.take(DIRECTION);
      orders.add(new Order(name(scanner), direction != null && direction.group().equals("-")));
    } while (scanner.take(COMMA) != null);
    if (!scanner.isAtEnd()) {
      throw scanner.fault("',' or the end");
    }
    return orders;
  }

  /**
   * Reads {@code oslc.select}: the properties that results have in the answer. Where a property may
   * have nested conditions, properties of its values can be named, too; the answer has all of them.
   *
   * @return URIs; null for all
   */
  public @Nullable Set<String> select(@Nullable String text) {
    Set<String> properties = new LinkedHashSet<>();
    if (text == null || text.isBlank()) {
      return properties;
    }
    Scanner scanner = new Scanner("oslc.select", text);
    boolean isAll = false;
    do {
      if (scanner.take(ALL) != null) {
        isAll = true;
      } else {
        scanner.countValue();
        String property = name(scanner);
        properties.add(property);
        if (scanner.take(NESTED) != null) {
          if (!nestable.contains(property)) {
            throw scanner.unsupported("a property of what a link points at");
          }
          readNested(scanner);
        }
      }
    } while (scanner.take(COMMA) != null);
    if (!scanner.isAtEnd()) {
      throw scanner.fault("',' or the end");
    }
    return isAll ? null : properties;
  }

  private void readNested(Scanner scanner) {
    do {
      if (scanner.take(ALL) == null) {
        scanner.countValue();
        name(scanner);
      }
    } while (scanner.take(COMMA) != null);
    scanner.need(NESTED_END, "',' or '}'");
  }
}
