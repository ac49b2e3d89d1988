package org.reprise.load.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reprise.load.baseline.Unit.Dimension;

/**
 * What a claim, a cell or a derived figure is computed from: numbers, ids of figures, {@linkplain
 * Operand operands} such as {@code avg(remote-2x500, create-node)}, and {@code + - * /} between
 * them, with a blank on both sides of a minus. An experiment may name its variant: {@code
 * rate(remote-2x500@steady)}.
 */
public sealed interface Expression {
  record Number(double value) implements Expression {
    @Override
    public String toString() {
      return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
  }

  /** The id of a figure, or an argument. */
  record Name(String id) implements Expression {
    @Override
    public String toString() {
      return id;
    }
  }

  record Call(Operand operand, List<Expression> arguments) implements Expression {
    public String first() {
      return arguments.getFirst().toString();
    }

    public Optional<String> second() {
      return arguments.stream().skip(1).map(Expression::toString).findFirst();
    }

    /** Returns the experiment that is looked at, with its variant where the call names one. */
    Optional<String> experiment() {
      return switch (operand.scope()) {
        case EXPERIMENT -> Optional.of(first());
        case ROLE -> second();
        case NAME, EXPRESSIONS -> Optional.empty();
      };
    }

    @Override
    public String toString() {
      return arguments.stream()
          .map(Expression::toString)
          .collect(Collectors.joining(", ", operand.word() + "(", ")"));
    }
  }

  record Binary(char sign, Expression left, Expression right) implements Expression {
    @Override
    public String toString() {
      return "%s %s %s".formatted(inBrackets(left), sign, inBrackets(right));
    }

    private static String inBrackets(Expression side) {
      return side instanceof Binary ? "(" + side + ")" : side.toString();
    }
  }

  /** Reads an expression; throws IllegalArgumentException where it is none. */
  static Expression parse(String text) {
    return new Parser(text).whole();
  }

  /** Returns what its value comes from: every operand that is no function, every figure. */
  default Stream<Expression> leaves() {
    return switch (this) {
      case Number _ -> Stream.empty();
      case Name _ -> Stream.of(this);
      case Binary(char _, Expression left, Expression right) ->
          Stream.concat(left.leaves(), right.leaves());
      case Call call when call.operand().scope() == Operand.Scope.EXPRESSIONS ->
          call.arguments().stream().flatMap(Expression::leaves);
      case Call call ->
          Stream.concat(Stream.of(call), call.arguments().stream().filter(Call.class::isInstance));
    };
  }

  /**
   * Returns what it is compared with a bound for, where it contains the highest or the lowest of
   * several values: of each inner list one must hold, and of the outer list all.
   *
   * @param least whether it must be at least the bound, else at most
   */
  default List<List<Expression>> choices(boolean least) {
    return switch (this) {
      case Call(Operand operand, List<Expression> all) when operand == Operand.FLATNESS ->
          each(
              least,
              all.stream()
                  .flatMap(low ->
                      all.stream()
                          .filter(it -> !it.equals(low))
                          .map(it -> new Binary('/', low, it))));
      case Call(Operand operand, List<Expression> all)
          when operand == Operand.LOWEST || operand == Operand.HIGHEST ->
          each(least == (operand == Operand.LOWEST), all.stream());
      case Binary(char sign, Expression left, Expression right) -> {
        boolean same = sign == '+' || sign == '*';
        yield left.choices(least).stream()
            .flatMap(l ->
                right.choices(same == least).stream()
                    .map(r ->
                        l.stream()
                            .<Expression>flatMap(
                                it -> r.stream().map(by -> new Binary(sign, it, by)))
                            .toList()))
            .toList();
      }
      default -> List.of(List.of(this));
    };
  }

  private static List<List<Expression>> each(boolean must, Stream<Expression> all) {
    return must ? all.map(List::of).toList() : List.of(all.toList());
  }

  /** Returns what it measures: a ratio is a bare number, a sum what its first part is. */
  default Dimension dimension() {
    return switch (this) {
      case Number _, Name _ -> Dimension.COUNT;
      case Call(Operand operand, List<Expression> arguments) ->
          operand == Operand.HIGHEST || operand == Operand.LOWEST
              ? arguments.getFirst().dimension()
              : operand.dimension();
      case Binary(char sign, Expression left, Expression right) ->
          sign == '/' && (right.dimension() == left.dimension() || right.is(Operand.PUBLISHED))
              ? Dimension.COUNT
              : left.dimension() == Dimension.COUNT ? right.dimension() : left.dimension();
    };
  }

  default boolean isRatio() {
    return this instanceof Binary(char sign, Expression _, Expression _)
        ? sign == '/' && dimension() == Dimension.COUNT
        : is(Operand.FLATNESS) || is(Operand.TO_REPORT);
  }

  default boolean is(Operand operand) {
    return this instanceof Call call && call.operand() == operand;
  }

  default List<String> names() {
    return leaves().filter(Name.class::isInstance).map(Expression::toString).distinct().toList();
  }

  default Stream<Call> calls() {
    return leaves().filter(Call.class::isInstance).map(Call.class::cast);
  }

  /** Returns the experiments that it looks at, each with its variant where it names one. */
  default List<String> experiments() {
    return calls().flatMap(it -> it.experiment().stream()).distinct().toList();
  }

  /** Reads from left to right: products before sums. */
  final class Parser {
    private static final Pattern TOKEN = Pattern.compile("[\\w.@-]+|\\S");
    private static final String END = "";
    private static final List<List<String>> SIGNS = List.of(List.of("+", "-"), List.of("*", "/"));

    private final String text;
    private final List<String> tokens;
    private int next;

    private Parser(String text) {
      this.text = text;
      tokens =
          Stream.concat(TOKEN.matcher(text).results().map(MatchResult::group), Stream.of(END))
              .toList();
    }

    private Expression whole() {
      Expression all = binary(0);
      expect(END);
      return all;
    }

    private Expression binary(int level) {
      if (level == SIGNS.size()) {
        return factor();
      }
      Expression left = binary(level + 1);
      while (SIGNS.get(level).contains(tokens.get(next))) {
        char sign = tokens.get(next++).charAt(0);
        left = new Binary(sign, left, binary(level + 1));
      }
      return left;
    }

    private Expression factor() {
      String token = tokens.get(next++);
      if (token.equals("(")) {
        Expression inner = binary(0);
        expect(")");
        return inner;
      }
      if (token.isEmpty() || !Character.isLetterOrDigit(token.charAt(0))) {
        throw wrong(token);
      }
      if (token.matches("\\d+(\\.\\d+)?")) {
        return new Number(Double.parseDouble(token));
      }
      if (!tokens.get(next).equals("(")) {
        return new Name(token);
      }
      Operand operand = Operand.of(token).orElseThrow(() -> wrong(token));
      List<Expression> arguments = new ArrayList<>();
      do {
        next++;
        arguments.add(binary(0));
      } while (tokens.get(next).equals(","));
      expect(")");
      return new Call(operand, List.copyOf(arguments));
    }

    private void expect(String token) {
      if (!tokens.get(next).equals(token)) {
        throw wrong(tokens.get(next));
      }
      next++;
    }

    private IllegalArgumentException wrong(String token) {
      return new IllegalArgumentException(
          "\"%s\" is no expression of numbers, figure ids and operands with + - * /: at %s"
              .formatted(text, token.isEmpty() ? "its end" : "\"" + token + "\""));
    }
  }
}
