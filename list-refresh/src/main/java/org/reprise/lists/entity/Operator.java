package org.reprise.lists.entity;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** The operators of FQL that compare a field with a value. */
public enum Operator {
  EQ("$eq"),
  NE("$ne"),
  IN("$in"),
  NIN("$nin"),
  GT("$gt"),
  GTE("$gte"),
  LT("$lt"),
  LTE("$lte"),
  REGEX("$regex"),
  STARTS_WITH("$starts_with"),
  CONTAINS("$contains"),
  EMPTY("$empty");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** The operator as FQL writes it, with its dollar sign. */
  @JsonValue
  public String symbol() {
    return symbol;
  }

  public static Optional<Operator> find(String symbol) {
    return Arrays.stream(values()).filter(one -> one.symbol.equals(symbol)).findFirst();
  }
}
