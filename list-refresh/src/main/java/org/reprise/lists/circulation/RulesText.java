package org.reprise.lists.circulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Uuids;

/**
 * Reads circulation rules in FOLIO's language (mod-circulation, {@code doc/circulationrules.md}): a
 * line of priorities, the fallback, and lines of criteria with the policies that they lead to,
 * where a line that is indented adds to the one above it.
 */
final class RulesText {
  private static final int MAX_LENGTH = 200_000;
  private static final String FALLBACK = "fallback-policy";
  private static final String PRIORITY = "priority";
  private static final String LETTERS = "tabcsmg";
  private static final String LOCATIONS = "abcs";
  private static final List<String> POLICIES = List.of("l", "r", "n", "o", "i");

  /** Of all rules, each with those of the lines that it is added to. */
  private static final int MAX_IDS = 50_000;

  private static final Pattern CRITERIUM = Pattern.compile("criterium\\s*+\\(([^()]*+)\\)");
  // Weights of the two regulations before the line, as in mod-circulation.
  private static final long FIRST = 100_000_000;
  private static final long SECOND = 10_000_000;

  private final Map<Character, Integer> letters = new LinkedHashMap<>();
  private final Deque<Line> parents = new ArrayDeque<>();
  private final List<Rule> rules = new ArrayList<>();
  private List<String> priorities = List.of();
  private boolean hasFallback;
  private int number;
  private int ids;
  private String line = "";

  private RulesText() {}

  /** What a rule requires of one property of a loan, by its letter. */
  record Condition(char letter, boolean not, List<UUID> ids) {}

  /**
   * A rule with its parents' criteria.
   *
   * @param rank the rule of the highest one counts
   * @param letters of all criteria, also of those that any value meets
   */
  record Rule(
      int line,
      long rank,
      String letters,
      List<Condition> conditions,
      Map<String, UUID> policies) {}

  private record Line(int indentation, Set<Character> letters, List<Condition> conditions) {}

  /** What is wrong with the rules, and where: lines and columns begin with 1. */
  static final class InvalidRules extends RuntimeException {
    final int line;
    final int column;

    InvalidRules(String message, int line, int column) {
      super(message);
      this.line = line;
      this.column = column;
    }
  }

  /** Returns the rules of a text; throws InvalidRules. */
  static List<Rule> read(String text) {
    RulesText read = new RulesText();
    if (text.length() > MAX_LENGTH) {
      throw new InvalidRules("Rules have at most %d characters".formatted(MAX_LENGTH), 1, 1);
    }
    text.lines().forEach(read::line);
    read.number++;
    read.line = "";
    read.require(!read.priorities.isEmpty(), "The line 'priority: …' is missing", "");
    read.require(read.hasFallback, "The line 'fallback-policy: …' is missing", "");
    return read.rules;
  }

  private InvalidRules wrong(String message, String at) {
    return new InvalidRules(message, number, Math.max(line.indexOf(at), 0) + 1);
  }

  private void require(boolean holds, String message, String at) {
    if (!holds) {
      throw wrong(message, at);
    }
  }

  private void line(String text) {
    number++;
    line = text;
    require(
        text.indexOf('\t') < 0, "Tabulator character is not allowed, use spaces instead.", "\t");
    String content = text.replaceFirst("(?s)[#/].*+", "").stripTrailing();
    if (content.isBlank()) {
      return;
    }
    int indentation = content.length() - content.stripLeading().length();
    int colon = content.indexOf(':');
    String head = (colon < 0 ? content : content.substring(0, colon)).strip();
    String policies = colon < 0 ? null : content.substring(colon + 1).strip();
    if (head.equals(PRIORITY)) {
      require(priorities.isEmpty(), "Only one line of priorities is allowed", PRIORITY);
      priorities(policies == null ? "" : policies);
      return;
    }
    require(!priorities.isEmpty(), "The line 'priority: …' must be the first", head);
    boolean isFallback = head.equals(FALLBACK);
    if (isFallback) {
      require(!hasFallback, "Only one fallback-policy is allowed", FALLBACK);
      require(policies != null, "Policy missing", FALLBACK);
      require(
          rules.isEmpty() || priorities.equals(List.of("first-line")),
          "The fallback-policy must be before the first rule",
          FALLBACK);
      hasFallback = true;
      parents.clear();
    } else {
      require(
          hasFallback != priorities.equals(List.of("first-line")),
          hasFallback
              ? "For 'priority: first-line' the fallback-policy must be after the last rule."
              : "The fallback-policy must be before the first rule",
          head);
      criteria(indentation, head);
    }
    if (policies != null) {
      rules.add(rule(isFallback ? null : parents.peek(), policies(policies)));
    }
  }

  private void priorities(String text) {
    Matcher criterium = CRITERIUM.matcher(text);
    String types = criterium.find() ? criterium.group(1) : text;
    boolean isShort = text.matches("[%s](?:\\s*+(?:,\\s*+)?[%<s])*+".formatted(LETTERS));
    if (isShort || !types.equals(text)) {
      String order = types.replaceAll("[\\s,]", "");
      require(
          order.length() == LETTERS.length()
              && order.chars().distinct().count() == LETTERS.length()
              && order.chars().allMatch(letter -> LETTERS.indexOf(letter) >= 0),
          "The 7 letters %s are expected, each once".formatted(LETTERS),
          types);
      for (int i = 0; i < order.length(); i++) {
        letters.put(order.charAt(i), order.length() - i);
      }
    }
    priorities =
        isShort
            ? List.of("criterium", "number-of-criteria", "last-line")
            : Arrays.stream(criterium.replaceAll("criterium").split(",", -1))
                .map(String::strip)
                .toList();
    List<String> before = priorities.subList(0, priorities.size() - 1);
    require(
        before.size() <= 2
            && new HashSet<>(before).size() == before.size()
            && Set.of("criterium", "number-of-criteria").containsAll(before)
            && (!before.contains("criterium") || !letters.isEmpty())
            && Set.of("first-line", "last-line").contains(priorities.getLast()),
        "Priorities are criterium(…) and number-of-criteria, then first-line or last-line",
        text);
  }

  private void criteria(int indentation, String text) {
    while (!parents.isEmpty() && parents.getFirst().indentation >= indentation) {
      parents.pop();
    }
    require(indentation == 0 || !parents.isEmpty(), "There is no line to add this to", text);
    Line parent = parents.peek();
    Set<Character> used = new HashSet<>(parent == null ? Set.of() : parent.letters);
    List<Condition> conditions = new ArrayList<>(parent == null ? List.of() : parent.conditions);
    for (String criterium : text.split("\\+", -1)) {
      List<String> words = words(criterium.replaceAll("!\\s*", "!"));
      require(
          !words.isEmpty() && words.getFirst().length() == 1 && LETTERS.contains(words.getFirst()),
          "A criterium begins with one of the letters " + LETTERS,
          criterium);
      char letter = words.getFirst().charAt(0);
      List<String> names = words.subList(1, words.size());
      require(!names.isEmpty(), "Name missing.", criterium);
      used.add(letter);
      if (!names.equals(List.of("all"))) {
        boolean not = names.getFirst().startsWith("!");
        require(
            names.stream().allMatch(name -> name.startsWith("!") == not),
            "A '!' must precede each name or no name.",
            criterium);
        conditions.add(
            new Condition(
                letter, not, names.stream().map(name -> id(name.replace("!", ""))).toList()));
      }
    }
    parents.push(new Line(indentation, used, conditions));
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  private UUID id(String name) {
    UUID id = Uuids.parse(name);
    if (id == null) {
      throw wrong("'%s' is no UUID".formatted(name), name);
    }
    return id;
  }

  private Map<String, UUID> policies(String text) {
    Map<String, UUID> policies = new LinkedHashMap<>();
    List<String> words = words(text);
    require(!words.isEmpty(), "Policy missing after ':'", ":");
    for (int i = 0; i < words.size(); i += 2) {
      String type = words.get(i);
      require(
          POLICIES.contains(type),
          "A policy begins with one of the letters " + String.join("", POLICIES),
          type);
      require(i + 1 < words.size(), "Name missing.", text);
      require(
          policies.put(type, id(words.get(i + 1))) == null,
          "Only one policy of type %s allowed".formatted(type),
          text);
    }
    for (String type : POLICIES) {
      require(
          policies.containsKey(type),
          "Must contain one of each policy type, missing type " + type,
          text);
    }
    return policies;
  }

  private Rule rule(@Nullable Line from, Map<String, UUID> policies) {
    ids += from == null ? 0 : from.conditions.stream().mapToInt(it -> it.ids().size()).sum();
    require(ids <= MAX_IDS, "The rules and those that they are added to name too many ids", "");
    long rank = priorities.getLast().equals("first-line") ? SECOND - number : number;
    List<String> before = priorities.subList(0, priorities.size() - 1);
    Set<Character> used = from == null ? Set.of() : from.letters;
    if (!before.isEmpty()) {
      rank += SECOND * priority(before.getLast(), used);
    }
    if (before.size() > 1) {
      rank += FIRST * priority(before.getFirst(), used);
    }
    StringBuilder all = new StringBuilder();
    used.forEach(all::append);
    return new Rule(
        number, rank, all.toString(), from == null ? List.of() : from.conditions, policies);
  }

  // Letters of places count as one criterium.
  private long priority(String regulation, Set<Character> used) {
    return regulation.equals("criterium")
        ? used.stream().mapToInt(letter -> letters.getOrDefault(letter, 0)).max().orElse(0)
        : used.stream()
            .map(letter -> LOCATIONS.indexOf(letter) >= 0 ? 'a' : letter)
            .distinct()
            .count();
  }
}
