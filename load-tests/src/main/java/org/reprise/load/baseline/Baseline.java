package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One published report.
 *
 * @param system the system of ours that stands where the report's stood
 * @param headlines ids of the figures that stand for the report where runs are listed
 * @param charts the first one stands on top of the page
 * @param statements figures outside the tables: what was asked for, concluded and derived
 * @param titles words for ids that have no other title: values of a claim's placeholders, and
 *     quantities, where {@code {experiment}} stands for an experiment's id
 */
public record Baseline(
    String id,
    String title,
    String source,
    String system,
    String summary,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> headlines,
    Map<String, String> environment,
    List<Operation> operations,
    List<Role> roles,
    List<Experiment> experiments,
    List<Table> tables,
    List<Chart> charts,
    List<Figure> statements,
    List<Claim> claims,
    List<Explanation> explanations,
    List<UnavailableChart> unavailable,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> titles) {
  public record Operation(String id, String title) {}

  /**
   * A part of the measured system whose use of resources is counted apart: a service, a database, a
   * broker.
   *
   * @param processors that it had in the report, in cores; {@link #NOT_STATED} where the report
   *     does not say; null for a part that is not limited in a run
   * @param cell where the report says it, or what it says instead; null exactly where {@code
   *     processors} is
   */
  public record Role(String id, String title, @Nullable String processors, @Nullable String cell) {
    public static final String NOT_STATED = "not stated";

    public boolean limitable() {
      return processors != null;
    }
  }

  /**
   * Why a report's figures may be as they are, and the experiment that can show the reason wrong.
   *
   * @param evidence what in the published figures points to it
   * @param marks what must hold if the reason is the right one; each is judged like a claim
   */
  public record Explanation(
      String id,
      String hypothesis,
      String evidence,
      String experiment,
      String judgedBy,
      List<Claim> marks) {
    public List<String> experiments(String variant) {
      return marks.stream()
          .flatMap(it -> it.experiments().stream())
          .filter(it -> it.endsWith("@" + variant))
          .map(it -> it.substring(0, it.indexOf('@')))
          .distinct()
          .toList();
    }
  }

  public record UnavailableChart(String title, String why) {}

  public Baseline {
    var printed = tables.stream().map(Table::figures).toList();
    experiments =
        experiments.stream()
            .map(it ->
                it.with(printed.stream().flatMap(t -> t.getOrDefault(it.id(), List.of()).stream())))
            .toList();
  }

  /** Returns the words for an id, or the id where it has none. */
  public String title(String id) {
    return Stream.of(
            Stream.ofNullable(titles.get(id)),
            operations.stream().filter(it -> it.id().equals(id)).map(Operation::title),
            experiment(id).stream().flatMap(it -> Stream.ofNullable(it.title())),
            roles.stream().filter(it -> it.id().equals(id)).map(Role::title),
            statement(id).map(Figure::title).stream(),
            experiments.stream().flatMap(it -> quantity(id, it)))
        .flatMap(it -> it)
        .findFirst()
        .orElse(id);
  }

  private Stream<String> quantity(String id, Experiment of) {
    return Stream.ofNullable(titles.get(id.replace(of.id(), "{experiment}")))
        .map(it -> "%s (%s)".formatted(it, title(of.id())));
  }

  /** Returns an expression in words, for example {@code CREATE NODE (remote, 2 threads)}. */
  public String title(Expression expression) {
    return switch (expression) {
      case Expression.Number number -> number.toString();
      case Expression.Name(String id) ->
          title(id.replaceAll("@.*", "")) + id.replaceAll("^[^@]*@?", ", ").replaceAll(", $", "");
      case Expression.Binary(char sign, Expression left, Expression right) ->
          "%s %s %s".formatted(title(left), sign, title(right));
      case Expression.Call(Operand operand, List<Expression> arguments) -> {
        List<String> words = arguments.stream().map(this::title).toList();
        yield switch (operand.scope()) {
          case NAME, EXPRESSIONS -> operand.title(String.join(", ", words));
          case ROLE -> "%s (%s)".formatted(operand.title(words.getFirst()), words.getLast());
          case EXPERIMENT ->
              "%s (%s)"
                  .formatted(
                      operand.title(words.size() == 1 ? "flows" : words.getLast()),
                      words.getFirst());
        };
      }
    };
  }

  public List<String> limitable() {
    return roles.stream().filter(Role::limitable).map(Role::id).toList();
  }

  public Stream<Figure> figures() {
    return experiments.stream().flatMap(e -> e.figures().stream());
  }

  public Optional<Figure> statement(String id) {
    return statements.stream().filter(s -> s.id().equals(id)).findFirst();
  }

  public Optional<Experiment> experiment(String id) {
    return experiments.stream().filter(e -> e.id().equals(id)).findFirst();
  }

  /** Returns the experiment, or throws an IllegalArgumentException that names all. */
  public Experiment require(String experiment) {
    var all = String.join(", ", experiments.stream().map(Experiment::id).toList());
    return experiment(experiment)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%s has no experiment '%s', but %s".formatted(id, experiment, all)));
  }

  public Optional<Figure> find(String id) {
    return Stream.concat(figures(), statements.stream())
        .filter(it -> it.id().equals(id))
        .findFirst();
  }

  /** What measures a figure or a statement; empty where it is derived or unknown. */
  public Optional<Expression> measuredBy(String id) {
    String experiment =
        experiments.stream()
            .filter(e -> e.figures().stream().anyMatch(f -> f.id().equals(id)))
            .map(Experiment::id)
            .findFirst()
            .orElse(null);
    return find(id).flatMap(it -> it.measure(experiment));
  }

  public Optional<Expression> formula(String id) {
    return find(id).map(Figure::formula).map(Expression::parse);
  }

  /** Returns the unit of a figure, of what is called like one, or of what measures one. */
  public String unit(Expression value) {
    String id = value instanceof Expression.Call call ? call.first() : value.toString();
    return Stream.concat(figures(), statements.stream())
        .filter(it -> it.id().equals(id) || measuredBy(it.id()).filter(value::equals).isPresent())
        .findFirst()
        .map(Figure::unit)
        .orElse("");
  }

  public Optional<Double> published(String id) {
    return find(id).map(Figure::baseValue);
  }
}
