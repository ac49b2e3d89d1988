package org.reprise.content.cmis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;

/**
 * Parameters of a request, from its address and its form, by their names in any case. Lists come
 * with an index in their names (CMIS 1.1, section 5.4.4.1).
 */
final class Parameters {
  private static final int DEFAULT_PAGE = 100;

  /** The most objects in a response; those who ask for more see that there are more. */
  private static final int MAX_PAGE = 1000;

  private static final int MAX_INDEX = 1000;

  private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  static Parameters of(Map<String, String[]> values) {
    Parameters parameters = new Parameters();
    values.forEach((name, all) -> parameters.put(name, all[0]));
    return parameters;
  }

  void put(String name, String value) {
    values.put(name, value);
  }

  /** Returns a value; null where it is missing or empty. */
  @Nullable String find(String name) {
    String value = values.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  String find(String name, String otherwise) {
    String value = find(name);
    return value == null ? otherwise : value;
  }

  String require(String name) {
    String value = find(name);
    if (value == null) {
      throw invalid("The parameter '" + name + "' is missing.");
    }
    return value;
  }

  static RepositoryFault invalid(String detail) {
    return Kind.INVALID_ARGUMENT.fault(detail);
  }

  static RepositoryFault unknown(String name, String value) {
    return Kind.NOT_SUPPORTED.fault("There is no %s '%s' for this address.".formatted(name, value));
  }

  /** Returns an id of an object; one that no object can have is not found. */
  UUID requireId(String name) {
    return id(require(name));
  }

  static UUID id(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw Kind.OBJECT_NOT_FOUND.fault("There is no object '" + text + "'.");
    }
  }

  /** Returns a keyword in lower case: clients differ in it. */
  String keyword(String name, String otherwise) {
    return find(name, otherwise).toLowerCase(Locale.ROOT);
  }

  boolean flag(String name, boolean otherwise) {
    return switch (keyword(name, Boolean.toString(otherwise))) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid("The parameter '" + name + "' must be true or false.");
    };
  }

  private long number(String name, long otherwise, long min) {
    String text = find(name);
    if (text == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException e) {
      // as for one that is too small
    }
    throw invalid("The parameter '%s' must be an integer from %d on.".formatted(name, min));
  }

  int maxItems() {
    return (int) Math.min(MAX_PAGE, number("maxItems", DEFAULT_PAGE, 0));
  }

  long skipCount() {
    return number("skipCount", 0, 0);
  }

  /** Returns how many levels of a tree are wanted; the largest integer for all. */
  int depth() {
    long depth = number("depth", -1, -1);
    if (depth == 0) {
      throw invalid("The parameter 'depth' must be -1, or an integer from 1 on.");
    }
    return depth < 0 ? Integer.MAX_VALUE : (int) Math.min(depth, Integer.MAX_VALUE);
  }

  /** Returns the change token of an object, by what follows in the parameter's name. */
  @Nullable Long changeToken(String index) {
    String text = find("changeToken" + index);
    try {
      return text == null ? null : Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw Kind.UPDATE_CONFLICT.fault("No object has ever had the change token '" + text + "'.");
    }
  }

  /** Returns the values of {@code name[0]}, {@code name[1]} and so on. */
  List<String> list(String name) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < MAX_INDEX; i++) {
      String value = values.get(name + "[" + i + "]");
      if (value == null) {
        return all;
      }
      all.add(value);
    }
    throw invalid("There are %d or more of '%s'.".formatted(MAX_INDEX, name));
  }

  /** Returns the values of properties by their ids; none to remove a property's values. */
  Map<String, List<String>> properties() {
    Map<String, List<String>> properties = new LinkedHashMap<>();
    List<String> ids = list("propertyId");
    for (int i = 0; i < ids.size(); i++) {
      String name = "propertyValue[" + i + "]";
      String single = values.get(name);
      properties.put(ids.get(i), single == null ? list(name) : List.of(single));
    }
    return Collections.unmodifiableMap(properties);
  }

  /** Rejects an order that is not that of names, in which all children come. */
  void requireOrderOfNames() {
    String order = find("orderBy");
    if (order != null && !order.trim().matches("(?i)cmis:name(\\s+asc)?")) {
      throw invalid("Children are ordered by cmis:name, and cannot be by '" + order + "'.");
    }
  }
}
