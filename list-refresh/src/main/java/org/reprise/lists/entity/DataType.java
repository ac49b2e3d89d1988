package org.reprise.lists.entity;

import static org.reprise.lists.entity.Operator.CONTAINS;
import static org.reprise.lists.entity.Operator.EMPTY;
import static org.reprise.lists.entity.Operator.EQ;
import static org.reprise.lists.entity.Operator.GT;
import static org.reprise.lists.entity.Operator.GTE;
import static org.reprise.lists.entity.Operator.IN;
import static org.reprise.lists.entity.Operator.LT;
import static org.reprise.lists.entity.Operator.LTE;
import static org.reprise.lists.entity.Operator.NE;
import static org.reprise.lists.entity.Operator.NIN;
import static org.reprise.lists.entity.Operator.REGEX;
import static org.reprise.lists.entity.Operator.STARTS_WITH;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/** What the values of a field are, which decides how they are compared. */
public enum DataType {
  /** Text; upper and lower case are the same. */
  STRING,
  /** A whole number of 64 bits. */
  INTEGER,
  BOOLEAN,
  UUID,
  /** An instant, to the microsecond; a value without a time is the whole day, in UTC. */
  DATE;

  public List<Operator> operators() {
    return switch (this) {
      case STRING -> List.of(EQ, NE, IN, NIN, REGEX, STARTS_WITH, CONTAINS, EMPTY);
      case INTEGER, DATE -> List.of(EQ, NE, IN, NIN, GT, GTE, LT, LTE, EMPTY);
      case BOOLEAN, UUID -> List.of(EQ, NE, IN, NIN, EMPTY);
    };
  }

  /** Its name in descriptions and messages. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
