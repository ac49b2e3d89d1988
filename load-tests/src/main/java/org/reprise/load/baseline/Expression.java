package org.reprise.load.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

  /** The id of a figure or a statement, or an argument. */
  record Name(String id) implements Expression {
    @Override
    public String toString() {
      return id;
    }
  }

  record Call(Operand operand, List<Expression> arguments) implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }

    /** An argument as it is written; empty where there is none at that place. */
    public Optional<String> argument(int place) {
      return place < arguments.size()
          ? Optional.of(arguments.get(place).toString())
          : Optional.empty();
    }

    @Override
    public String toString() {
      return operand.word()
          + "("
          + String.join(", ", arguments.stream().map(Expression::toString).toList())
          + ")";
    }
  }

  /** Two of them with a sign between. */
  record Binary(char sign, Expression left, Expression right) implements Expression {
    @Override
    public String toString() {
      String second = right instanceof Binary ? "(" + right + ")" : right.toString();
      String first =
          left instanceof Binary it && (sign == '*' || sign == '/') && "+-".indexOf(it.sign) >= 0
              ? "(" + left + ")"
              : left.toString();
      return first + " " + sign + " " + second;
    }
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException where the text is none, saying at which place
   */
  static Expression parse(String text) {
    return new Parser(text).whole();
  }

  /** Every operand in it, its arguments' included, and every name that is no argument. */
  default Stream<Expression> leaves() {
    return switch (this) {
      case Number _ -> Stream.empty();
      case Name name -> Stream.of(name);
      case Binary(char _, Expression left, Expression right) ->
          Stream.concat(left.leaves(), right.leaves());
      case Call call ->
          call.operand().isOneOfSeveral()
              ? call.arguments().stream().flatMap(Expression::leaves)
              : Stream.concat(
                  Stream.of(call), call.arguments().stream().filter(Call.class::isInstance));
    };
  }

  /** What is added, subtracted, multiplied and divided in it, save numbers. */
  default List<Expression> parts() {
    return switch (this) {
      case Number _ -> List.of();
      case Name _, Call _ -> List.of(this);
      case Binary(char _, Expression left, Expression right) ->
          Stream.concat(left.parts().stream(), right.parts().stream()).toList();
    };
  }

  /** The ids of figures and statements that it names. */
  default List<String> names() {
    return leaves().filter(Name.class::isInstance).map(Expression::toString).distinct().toList();
  }

  default List<Call> calls() {
    return leaves().filter(Call.class::isInstance).map(Call.class::cast).toList();
  }

  /** The experiments that it looks at, each with its variant where it names one. */
  default List<String> experiments() {
    return calls().stream()
        .flatMap(call ->
            Stream.iterate(0, i -> i < call.arguments().size(), i -> i + 1)
                .filter(i -> call.operand().argument(i) == Operand.Argument.EXPERIMENT)
                .flatMap(i -> call.argument(i).stream()))
        .distinct()
        .toList();
  }

  /** Reads from left to right: products before sums. */
  final class Parser {
    private static final Pattern TOKEN =
        Pattern.compile("\\s*(\\d+(?:\\.\\d+)?(?![\\w.-])|[A-Za-z\\d][\\w.@-]*|[-+*/(),])");

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    private Parser(String text) {
      this.text = text;
      Matcher token = TOKEN.matcher(text.strip());
      int end = 0;
      while (token.find() && token.start() == end) {
        tokens.add(token.group(1));
        end = token.end();
      }
      if (end != text.strip().length() || tokens.isEmpty()) {
        throw wrong("at \"" + text.strip().substring(end) + "\"");
      }
    }

    private Expression whole() {
      Expression all = sum();
      if (next < tokens.size()) {
        throw wrong("at \"" + tokens.get(next) + "\"");
      }
      return all;
    }

    private Expression sum() {
      return chain(List.of("+", "-"), this::product);
    }

    private Expression product() {
      return chain(List.of("*", "/"), this::factor);
    }

    private Expression chain(List<String> signs, Supplier<Expression> part) {
      Expression left = part.get();
      while (next < tokens.size() && signs.contains(tokens.get(next))) {
        char sign = tokens.get(next++).charAt(0);
        left = new Binary(sign, left, part.get());
      }
      return left;
    }

    private Expression factor() {
      if (is("(")) {
        next++;
        Expression inner = sum();
        expect(")");
        return inner;
      }
      if (next == tokens.size() || !Character.isLetterOrDigit(tokens.get(next).charAt(0))) {
        throw wrong(next == tokens.size() ? "at its end" : "at \"" + tokens.get(next) + "\"");
      }
      String word = tokens.get(next++);
      if (word.matches("\\d+(\\.\\d+)?")) {
        return new Number(Double.parseDouble(word));
      }
      return is("(") ? call(word) : new Name(word);
    }

    private Call call(String word) {
      Operand operand =
          Operand.of(word).orElseThrow(() -> wrong("there is no operand \"" + word + "\""));
      next++;
      List<Expression> arguments = new ArrayList<>();
      do {
        arguments.add(sum());
      } while (is(",") && next++ > 0);
      expect(")");
      if (!operand.takes(arguments.size())) {
        throw wrong("%s has %d arguments".formatted(word, arguments.size()));
      }
      return new Call(operand, arguments);
    }

    private boolean is(String token) {
      return next < tokens.size() && tokens.get(next).equals(token);
    }

    private void expect(String token) {
      if (!is(token)) {
        throw wrong(
            next == tokens.size()
                ? "\"" + token + "\" is missing"
                : "at \"" + tokens.get(next) + "\"");
      }
      next++;
    }

    private IllegalArgumentException wrong(String what) {
      return new IllegalArgumentException(
          "\"%s\" is no expression of numbers, figure ids and operands with + - * /: %s"
              .formatted(text, what));
    }
  }
}
