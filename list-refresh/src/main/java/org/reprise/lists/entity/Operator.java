package org.reprise.lists.entity;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.Optional;

/** The operators of FQL that compare a field with a value. */
public enum Operator {
  /** Equal to the value. */
  EQ("$eq"),
  /** Not equal to the value. */
  NE("$ne"),
  /** Equal to one of the values. */
  IN("$in"),
  /** Equal to none of the values. */
  NIN("$nin"),
  /** After or above the value. */
  GT("$gt"),
  /** The value, or after or above it. */
  GTE("$gte"),
  /** Before or below the value. */
  LT("$lt"),
  /** The value, or before or below it. */
  LTE("$lte"),
  /** Matches the regular expression somewhere. */
  REGEX("$regex"),
  /** Begins with the text. */
  STARTS_WITH("$starts_with"),
  /** Has the text in it. */
  CONTAINS("$contains"),
  /** Has no value, or an empty text. */
  EMPTY("$empty");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** The operator as FQL writes it, with its dollar sign. */
  public String symbol() {
    return symbol;
  }

  /** The operator that FQL writes so, if there is one. */
  public static Optional<Operator> find(String symbol) {
    return Arrays.stream(values()).filter(one -> one.symbol.equals(symbol)).findFirst();
  }

  @JsonCreator
  static Operator of(String symbol) {
    return find(symbol)
        .orElseThrow(() -> new IllegalArgumentException("There is no operator '" + symbol + "'"));
  }
}
