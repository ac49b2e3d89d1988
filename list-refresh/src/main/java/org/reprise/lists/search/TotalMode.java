package org.reprise.lists.search;

import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Refusal;

/**
 * How exactly the number of rows is answered that a search finds in all, by the names that FOLIO's
 * storage modules have for it (raml-module-builder, parameter {@code totalRecords}).
 */
enum TotalMode {
  /** Exact where counting is cheap, estimated by the planner beyond; {@code auto} is the same. */
  ESTIMATED,

  /** Exact, however many rows have to be read. */
  EXACT,

  NONE;

  /** Reads a parameter, {@link #ESTIMATED} if missing; throws Refusal 400 where it is no mode. */
  static TotalMode of(@Nullable String name) {
    return switch (name) {
      case null -> ESTIMATED;
      case "", "auto", "estimated" -> ESTIMATED;
      case "exact" -> EXACT;
      case "none" -> NONE;
      default ->
          throw Refusal.invalid(
              "totalRecords", "must be auto, estimated, exact or none, was '%s'".formatted(name));
    };
  }
}
