package org.reprise.oslc.query;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.refusal.Refusal;

/**
 * A query's conditions and order as SQL of fixed parts. A caller's text is always a parameter of
 * the statement.
 */
public final class SqlConditions {
  private static final long NO_ID = -1;
  // As answers write them: without leading zeros, and within the range of a long.
  private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,17}");

  private final Map<String, Property> properties;
  private final List<Object> parameters = new ArrayList<>();

  /** Creates conditions on resources with these properties, by URI. */
  public SqlConditions(Map<String, Property> properties) {
    this.properties = properties;
  }

  public sealed interface Property {}

  public record Text(String column) implements Property {}

  /** A number that answers write as a text; it is ordered as a number. */
  public record Identifier(String column) implements Property {}

  /** A time, compared to the millisecond, as answers write it. */
  public record Time(String column) implements Property {}

  public record Tags(String column) implements Property {}

  /** The id of a resource of this server, which callers name by its URI. */
  public record Reference(String column, Function<String, OptionalLong> id) implements Property {
    /** Returns the id that a URI stands for, or one that no resource has. */
    public long idOrNone(String uri) {
      return id.apply(uri).orElse(NO_ID);
    }
  }

  /**
   * URIs that are compared by a condition.
   *
   * @param condition SQL that holds where the property has one of the URIs
   * @param parameters of the condition, for some URIs
   */
  public record Uris(String condition, Function<List<String>, List<Object>> parameters)
      implements Property {
    /** Creates a condition whose one parameter is an array of the URIs. */
    public Uris(String condition) {
      this(condition, uris -> List.of((Object) uris.toArray(String[]::new)));
    }
  }

  /**
   * Resources with nested properties.
   *
   * @param query SQL that selects those of a resource, up to its conditions
   */
  public record Nested(String query, Map<String, Property> properties) implements Property {}

  /** Returns the parameters of the conditions so far, in the order of the SQL. */
  public List<Object> parameters() {
    return Collections.unmodifiableList(parameters);
  }

  /**
   * Returns all conditions of a query, each after {@code and}.
   *
   * @param searched columns of which one must contain each search term, whatever its case
   * @throws Refusal 400 if a property is not known or compared with a value of another type
   */
  public String of(OslcQuery query, String... searched) {
    StringBuilder all = new StringBuilder();
    query.where().forEach(term -> all.append(" and ").append(condition(properties, term)));
    for (String term : query.searchTerms()) {
      if (!Texts.isStorable(term)) {
        throw Refusal.invalid("oslc.searchTerms: a term has characters that no text has.");
      }
      String pattern =
          "%" + term.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
      all.append(" and (");
      for (int i = 0; i < searched.length; i++) {
        all.append(i == 0 ? "" : " or ").append(searched[i]).append(" ilike ?");
        parameters.add(pattern);
      }
      all.append(")");
    }
    return all.toString();
  }

  /**
   * Returns the order, which ends with the resource's id, so that it is the same on each page.
   *
   * @throws Refusal 400 if a property has no order
   */
  public String order(OslcQuery query, String id) {
    return query.orderBy().stream()
        .map(one -> column(one.property()) + (one.isDescending() ? " desc, " : ", "))
        .collect(joining("", "", id));
  }

  private String column(String property) {
    return switch (properties.get(property)) {
      case Text text -> text.column();
      case Identifier number -> number.column();
      case Time time -> time.column();
      case Reference reference -> reference.column();
      case null, default ->
          throw Refusal.invalid("oslc.orderBy: results cannot be ordered by <" + property + ">.");
    };
  }

  private String condition(Map<String, Property> known, Term term) {
    Property property = known.get(term.property());
    if (property == null || property instanceof Nested != term.operator().equals(Term.NESTED)) {
      throw Refusal.invalid(
          "oslc.where: <%s> cannot be compared here%s."
              .formatted(term.property(), property instanceof Nested ? " but by p{…}" : ""));
    }
    return switch (property) {
      case Text text -> comparison(text.column(), term, value -> literal(term, value));
      case Identifier number -> comparison(number.column(), term, value -> number(term, value));
      case Time time ->
          comparison("date_trunc('milliseconds', %s)".formatted(time.column()), term, term::time);
      case Tags tags -> tags(tags, term);
      case Reference reference -> {
        requireEquality(term);
        yield comparison(reference.column(), term, value -> reference.idOrNone(uri(term, value)));
      }
      case Uris uris -> uris(uris, term);
      case Nested nested ->
          "exists ("
              + nested.query()
              + term.nested().stream()
                  .map(one -> " and " + condition(nested.properties(), one))
                  .collect(joining())
              + ")";
    };
  }

  private String comparison(String column, Term term, Function<Term.Value, Object> convert) {
    term.values().forEach(value -> parameters.add(convert.apply(value)));
    return switch (term.operator()) {
      case "in" -> column + " in (" + placeholders(term) + ")";
      case "!=" -> column + " is distinct from ?";
      case "=", "<", ">", "<=", ">=" -> column + " " + term.operator() + " ?";
      default -> throw new IllegalArgumentException(term.operator());
    };
  }

  private static String placeholders(Term term) {
    return term.values().stream().map(value -> "?").collect(joining(", "));
  }

  // != holds where none of several values is equal.
  private String tags(Tags tags, Term term) {
    requireEquality(term);
    term.values().forEach(value -> parameters.add(literal(term, value)));
    String overlap = tags.column() + " && array[" + placeholders(term) + "]::text[]";
    return term.operator().equals("!=") ? "not " + overlap : overlap;
  }

  private String uris(Uris uris, Term term) {
    requireEquality(term);
    parameters.addAll(
        uris.parameters().apply(term.values().stream().map(value -> uri(term, value)).toList()));
    // A column without a value makes the condition unknown, and so its opposite.
    return term.operator().equals("!=")
        ? "not coalesce(" + uris.condition() + ", false)"
        : uris.condition();
  }

  private static void requireEquality(Term term) {
    if (!List.of("=", "!=", "in").contains(term.operator())) {
      throw Refusal.invalid("oslc.where: values of <%s> have no order.".formatted(term.property()));
    }
  }

  private static String literal(Term term, Term.Value value) {
    if (!(value instanceof Term.Literal) || value.text().indexOf('\0') >= 0) {
      throw Refusal.invalid(
          "oslc.where: <%s> is compared with a string.".formatted(term.property()));
    }
    return value.text();
  }

  // A text that is no number equals none, and has no order among them.
  private static long number(Term term, Term.Value value) {
    String text = literal(term, value);
    if (NUMBER.matcher(text).matches()) {
      return Long.parseLong(text);
    }
    requireEquality(term);
    return NO_ID;
  }

  private static String uri(Term term, Term.Value value) {
    if (!(value instanceof Term.Uri) || value.text().indexOf('\0') >= 0) {
      throw Refusal.invalid(
          "oslc.where: <%s> is compared with a <URI>.".formatted(term.property()));
    }
    return value.text();
  }
}
