package org.reprise.cps;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.reprise.cps.schema.YangSources;

/** YANG modules of the tests. */
public final class TestModules {
  private TestModules() {}

  /** Trees with every built-in type, and two modules that add to them. */
  public static YangSources trees() {
    Map<String, String> sources = new TreeMap<>();
    for (String file : new String[] {"trees", "trees-more", "trees-state"}) {
      sources.put(file + ".yang", read(file + ".yang"));
    }
    return new YangSources(sources);
  }

  private static String read(String name) {
    try (InputStream in = TestModules.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
