package org.reprise.ldx.configuration;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A configuration as its server describes it. */
sealed interface Description {
  /**
   * A local configuration.
   *
   * @param isBaseline it never changes
   * @param pages the documents that say so; empty where one has no entity tag
   */
  record Local(boolean isBaseline, Set<UUID> versions, List<Page> pages) implements Description {
    /** Returns a configuration that its server does not have any more: it selects nothing. */
    static Local gone() {
      return new Local(false, Set.of(), List.of());
    }
  }

  /**
   * A global configuration.
   *
   * @param isBaseline it never changes
   * @param pages the document that says so; empty where it has no entity tag
   * @param locals the configurations that it resolves to, by component
   */
  record Global(boolean isBaseline, List<Page> pages, Map<String, String> locals)
      implements Description {
    public Global {
      locals = Map.copyOf(locals);
    }
  }

  record Confirmation() implements Description {}

  record Page(URI uri, String etag) {}
}
