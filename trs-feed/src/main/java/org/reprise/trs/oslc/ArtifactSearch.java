package org.reprise.trs.oslc;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.query.QueryReader;
import org.reprise.oslc.query.Term;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Application;
import org.reprise.trs.artifact.ArtifactDocuments;
import org.reprise.trs.artifact.ArtifactRows;
import org.reprise.trs.artifact.Shape;
import org.reprise.trs.configuration.LocalConfiguration;

/**
 * Finds artifacts of a project area. Conditions become SQL of fixed parts; what a caller writes is
 * always a parameter of the statement.
 */
final class ArtifactSearch {
  private static final String IDENTIFIER = ArtifactDocuments.IDENTIFIER.getURI();
  private static final String SUBJECT = ArtifactDocuments.SUBJECT.getURI();
  private static final String TYPE = Vocabulary.TYPE.getURI();
  private static final Map<String, String> TEXTS =
      Map.of(
          Vocabulary.TITLE.getURI(),
          "v.title",
          ArtifactDocuments.DESCRIPTION.getURI(),
          "v.description",
          IDENTIFIER,
          "a.id::text");
  private static final Map<String, String> TIMES =
      Map.of(
          ArtifactDocuments.CREATED.getURI(), "a.created",
          ArtifactDocuments.MODIFIED.getURI(), "v.modified");

  private final ArtifactRows rows;

  ArtifactSearch(ArtifactRows rows) {
    this.rows = rows;
  }

  /**
   * Finds one page.
   *
   * @param stream whose versions; null where the application has none
   */
  ArtifactRows.Found find(
      Application application,
      int project,
      @Nullable LocalConfiguration stream,
      List<Term> terms,
      List<QueryReader.Order> orders,
      long offset,
      int most) {
    List<Object> parameters = new ArrayList<>();
    StringBuilder conditions = new StringBuilder();
    Shape shape = Shape.of(application);
    for (Term term : terms) {
      conditions.append(" and ").append(condition(shape, term, parameters));
    }
    String order =
        orders.stream()
            .map(one -> column(one.property()) + (one.isDescending() ? " desc" : "") + ", ")
            .collect(joining());
    return rows.find(
        application,
        project,
        stream,
        conditions.toString(),
        parameters,
        order + "a.id",
        offset,
        most);
  }

  private static String column(String property) {
    // As a number, where the text would put 10 before 9.
    if (property.equals(IDENTIFIER)) {
      return "a.id";
    }
    String text = TEXTS.get(property);
    String column = text == null ? TIMES.get(property) : text;
    if (column == null) {
      throw Refusal.invalid("oslc.orderBy: results cannot be ordered by <" + property + ">.");
    }
    return column;
  }

  private static String condition(Shape shape, Term term, List<Object> parameters) {
    String property = term.property();
    String text = TEXTS.get(property);
    if (text != null) {
      return comparison(text, term, literal(term), parameters);
    }
    String time = TIMES.get(property);
    if (time != null) {
      return comparison(time, term, term::time, parameters);
    }
    requireEquality(term);
    if (property.equals(SUBJECT)) {
      return exists(
          "select from unnest(v.subjects) s where ", "s", term, literal(term), parameters);
    }
    if (property.equals(TYPE)) {
      parameters.add(shape.type().getURI());
      return comparison("?::text", term, uri(term), parameters);
    }
    if (shape.isLink(property)) {
      parameters.add(property);
      return exists(
          "select from link l where l.application = v.application and l.version = v.id and"
              + " l.predicate = ? and ",
          "l.target",
          term,
          uri(term),
          parameters);
    }
    throw Refusal.invalid(
        "oslc.where: artifacts here have no property <%s> that can be asked for."
            .formatted(property));
  }

  // That none of several values is the one that is asked for.
  private static String exists(
      String query,
      String column,
      Term term,
      Function<Term.Value, Object> convert,
      List<Object> parameters) {
    boolean isNegated = term.operator().equals("!=");
    Term positive = isNegated ? new Term(term.property(), "=", term.values()) : term;
    return (isNegated ? "not exists (" : "exists (")
        + query
        + comparison(column, positive, convert, parameters)
        + ")";
  }

  private static String comparison(
      String column, Term term, Function<Term.Value, Object> convert, List<Object> parameters) {
    term.values().forEach(value -> parameters.add(convert.apply(value)));
    return switch (term.operator()) {
      case "in" ->
          column + " in (" + term.values().stream().map(value -> "?").collect(joining(", ")) + ")";
      case "!=" -> column + " is distinct from ?";
      case "=", "<", ">", "<=", ">=" -> column + " " + term.operator() + " ?";
      default -> throw new IllegalArgumentException(term.operator());
    };
  }

  private static void requireEquality(Term term) {
    if (!List.of("=", "!=", "in").contains(term.operator())) {
      throw Refusal.invalid("oslc.where: values of <%s> have no order.".formatted(term.property()));
    }
  }

  private static Function<Term.Value, Object> literal(Term term) {
    return value -> {
      if (!(value instanceof Term.Literal) || value.text().indexOf('\0') >= 0) {
        throw Refusal.invalid(
            "oslc.where: <%s> is compared with a string.".formatted(term.property()));
      }
      return value.text();
    };
  }

  private static Function<Term.Value, Object> uri(Term term) {
    return value -> {
      if (!(value instanceof Term.Uri) || value.text().indexOf('\0') >= 0) {
        throw Refusal.invalid(
            "oslc.where: <%s> is compared with a <URI>.".formatted(term.property()));
      }
      return value.text();
    };
  }
}
