package org.reprise.lyopeer;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What Lyo's client told of one reading of a feed.
 *
 * @param lines a line for each member or event: its kind, the resource's URI, for an event its
 *     order, and how many statements the resource consists of
 */
public record Reading(List<String> lines) {
  /** Copies. */
  public Reading {
    lines = List.copyOf(lines);
  }

  /** Whether it had to begin with the base once more. */
  public boolean isRebased() {
    return lines.contains("rebase");
  }

  /**
   * The resources of a kind of line.
   *
   * @param kind {@code member}, or an event's type
   */
  public TreeSet<String> resources(String kind) {
    return lines.stream()
        .filter(line -> line.startsWith(kind + " "))
        .map(line -> line.split(" ")[1])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The members after this reading, where it was the first one. */
  public TreeSet<String> members() {
    TreeSet<String> members = resources("member");
    members.addAll(resources("Creation"));
    members.removeAll(resources("Deletion"));
    return members;
  }

  /** The lines of resources that consist of nothing. */
  public List<String> empty() {
    return lines.stream().filter(line -> line.endsWith(" 0")).toList();
  }
}
