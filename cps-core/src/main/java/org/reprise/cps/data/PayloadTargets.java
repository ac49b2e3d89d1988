package org.reprise.cps.data;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.data.Reference.Target;

/** The fragments of a payload, where references of the same payload may lead to. */
final class PayloadTargets {
  private final NavigableMap<String, Fragment> byXpath = new TreeMap<>();

  PayloadTargets(List<Fragment> nodes) {
    nodes.forEach(node -> byXpath.put(node.xpath().text(), node));
  }

  boolean satisfy(Reference reference) {
    Target target =
        reference.target(xpath -> {
          Fragment node = byXpath.get(xpath.text());
          return node == null ? Map.of() : node.leaves();
        });
    if (target == null) {
      return false;
    }
    Pattern pattern = target.pattern() == null ? null : Pattern.compile(target.pattern());
    return byXpath
        .subMap(target.range().first(), true, target.range().beyond(), false)
        .values()
        .stream()
        .anyMatch(node -> fits(node, target, pattern));
  }

  private static boolean fits(Fragment node, Target target, @Nullable Pattern pattern) {
    if (node.depth() != target.depth()) {
      return false;
    }
    Object value = target.leaf() == null ? target.value() : node.leaves().get(target.leaf());
    boolean has =
        value instanceof List<?> values
            ? values.stream().anyMatch(one -> String.valueOf(one).equals(target.value()))
            : value != null && value.toString().equals(target.value());
    return has && (pattern == null || pattern.matcher(node.xpath().text()).find());
  }
}
