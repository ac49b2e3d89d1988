package org.reprise.oslc.query;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/** Prefixes of a query: the usual ones, and those that {@code oslc.prefix} names. */
public final class Prefixes {
  private static final Pattern DEFINITION =
      Pattern.compile("\\s*([A-Za-z][\\w.-]*)\\s*=\\s*<([^<>\\s]+)>\\s*(?:,|$)");

  private final Map<String, String> namespaces = new HashMap<>(Vocabulary.byPrefix());

  private Prefixes() {}

  /** Reads {@code oslc.prefix} (OSLC Query 3.0): {@code foaf=<http://xmlns.com/foaf/0.1/>,…}. */
  public static Prefixes of(@Nullable String text) {
    Prefixes prefixes = new Prefixes();
    if (text != null) {
      Matcher definition = DEFINITION.matcher(text);
      int end = 0;
      // Only here: where a search for the next one fails, it has gone through the rest for each
      // letter.
      while (definition.region(end, text.length()).lookingAt()) {
        // Each name of a query is kept with its namespace.
        if (definition.group(2).length() > 1_000) {
          throw Refusal.invalid("A namespace in oslc.prefix has at most 1,000 characters.");
        }
        prefixes.namespaces.put(definition.group(1), definition.group(2));
        end = definition.end();
      }
      if (end < text.length()) {
        throw Refusal.invalid("oslc.prefix cannot be read from character " + (end + 1) + " on.");
      }
    }
    return prefixes;
  }

  String expand(String prefix, String name) {
    String namespace = namespaces.get(prefix);
    if (namespace == null) {
      throw Refusal.invalid("The prefix '" + prefix + "' is not known; oslc.prefix can name it.");
    }
    return namespace + name;
  }
}
