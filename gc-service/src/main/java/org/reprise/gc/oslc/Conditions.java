package org.reprise.gc.oslc;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.reprise.oslc.query.QueryReader;
import org.reprise.oslc.query.Term;
import org.reprise.oslc.refusal.Refusal;

/**
 * Conditions of {@code oslc.where} as SQL of fixed parts; what a caller writes is always a
 * parameter of the statement.
 */
final class Conditions {
  private static final long NONE = -1;
  // As they are told: without zeros before them, and no longer than a long can be.
  private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,17}");

  private final Map<String, Property> properties;
  private final List<Object> parameters = new ArrayList<>();

  /** For resources with these properties, by URI. */
  Conditions(Map<String, Property> properties) {
    this.properties = properties;
  }

  /** How a property is compared. */
  sealed interface Property {}

  record Text(String column) implements Property {}

  /** A number in a column, told as a text: 10 comes after 9 all the same. */
  record Identifier(String column) implements Property {}

  /** A time in a column, compared to the millisecond: that is how answers tell it. */
  record Time(String column) implements Property {}

  /** Several texts in a column. */
  record Tags(String column) implements Property {}

  /** The number of a resource of this server, whose URI callers write. */
  record Reference(String column, Function<String, OptionalLong> id) implements Property {}

  /**
   * Classes, some of which a resource has.
   *
   * @param condition SQL for one class, which is its parameter
   */
  record Classes(String condition) implements Property {}

  /**
   * What a contribution contributes: a configuration of this server or another one.
   *
   * @param id its number where it is of this server
   */
  record Contributed(Function<String, OptionalLong> id) implements Property {}

  /**
   * Things with properties of their own.
   *
   * @param query SQL that selects those of a resource, up to its conditions
   */
  record Things(String query, Map<String, Property> properties) implements Property {}

  List<Object> parameters() {
    return Collections.unmodifiableList(parameters);
  }

  /** All terms, each after {@code and}. */
  String of(List<Term> terms) {
    return terms.stream().map(term -> " and " + condition(properties, term)).collect(joining());
  }

  /** The order, ending with the number of the resource, so that it is the same on each page. */
  String order(List<QueryReader.Order> orders, String id) {
    return orders.stream()
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
    if (property == null || property instanceof Things != term.operator().equals(Term.NESTED)) {
      throw Refusal.invalid(
          "oslc.where: there is no property <%s> here that can be asked for%s."
              .formatted(term.property(), property instanceof Things ? " but by p{…}" : ""));
    }
    return switch (property) {
      case Text text -> comparison(text.column(), term, value -> literal(term, value));
      case Identifier number -> comparison(number.column(), term, value -> number(term, value));
      case Time time ->
          comparison("date_trunc('milliseconds', %s)".formatted(time.column()), term, term::time);
      case Tags tags -> tags(tags, term);
      case Reference reference -> reference(reference, term);
      case Classes classes -> anyOf(term, classes.condition(), value -> List.of(uri(term, value)));
      case Contributed contributed ->
          anyOf(
              term,
              "(k.global = ? or l.uri = ?)",
              value -> {
                String uri = uri(term, value);
                return List.of(contributed.id().apply(uri).orElse(NONE), uri);
              });
      case Things things ->
          "exists ("
              + things.query()
              + term.nested().stream()
                  .map(one -> " and " + condition(things.properties(), one))
                  .collect(joining())
              + ")";
    };
  }

  private String comparison(String column, Term term, Function<Term.Value, Object> convert) {
    term.values().forEach(value -> parameters.add(convert.apply(value)));
    return switch (term.operator()) {
      case "in" -> column + " in (" + marks(term) + ")";
      case "!=" -> column + " is distinct from ?";
      case "=", "<", ">", "<=", ">=" -> column + " " + term.operator() + " ?";
      default -> throw new IllegalArgumentException(term.operator());
    };
  }

  private static String marks(Term term) {
    return term.values().stream().map(value -> "?").collect(joining(", "));
  }

  // That none of several values is the one that is asked for.
  private String tags(Tags tags, Term term) {
    requireEquality(term);
    term.values().forEach(value -> parameters.add(literal(term, value)));
    String overlap = tags.column() + " && array[" + marks(term) + "]::text[]";
    return term.operator().equals("!=") ? "not " + overlap : overlap;
  }

  private String reference(Reference reference, Term term) {
    requireEquality(term);
    return comparison(
        reference.column(), term, value -> reference.id().apply(uri(term, value)).orElse(NONE));
  }

  private String anyOf(Term term, String condition, Function<Term.Value, List<Object>> convert) {
    requireEquality(term);
    term.values().forEach(value -> parameters.addAll(convert.apply(value)));
    String any = term.values().stream().map(value -> condition).collect(joining(" or "));
    // A column without a value makes the whole unknown, and so its opposite.
    return term.operator().equals("!=") ? "not coalesce(" + any + ", false)" : "(" + any + ")";
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

  // What is no number is none of them, and has no place among them.
  private static long number(Term term, Term.Value value) {
    String text = literal(term, value);
    if (NUMBER.matcher(text).matches()) {
      return Long.parseLong(text);
    }
    requireEquality(term);
    return NONE;
  }

  private static String uri(Term term, Term.Value value) {
    if (!(value instanceof Term.Uri) || value.text().indexOf('\0') >= 0) {
      throw Refusal.invalid(
          "oslc.where: <%s> is compared with a <URI>.".formatted(term.property()));
    }
    return value.text();
  }
}
