package org.reprise.ldx.configuration;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a server says about a configuration. */
sealed interface Description {
  /**
   * A local configuration.
   *
   * @param isBaseline it never changes
   * @param versions keys of those that it selects
   */
  record Local(boolean isBaseline, Set<UUID> versions) implements Description {
    /** One that its server does not have any more: it selects nothing. */
    static Local gone() {
      return new Local(false, Set.of());
    }
  }

  /**
   * A global configuration.
   *
   * @param isBaseline it never changes
   * @param etag of the document that says so; null where it has none
   * @param parts the configurations that it resolves to, one for each component
   */
  record Global(boolean isBaseline, @Nullable String etag, List<Part> parts)
      implements Description {
    public Global {
      parts = List.copyOf(parts);
    }
  }

  /** It is as it was. */
  record Unchanged() implements Description {}

  /** A configuration that a global one selects for a component. */
  record Part(String component, String configuration) {
    public Part {
      Objects.requireNonNull(component);
      Objects.requireNonNull(configuration);
    }
  }
}
