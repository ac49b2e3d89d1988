package org.reprise.cps.schema;

import java.util.List;

/** A schema set as the API shows it. */
public record SchemaSet(String dataspaceName, String name, List<ModuleReference> moduleReferences) {
  public SchemaSet {
    moduleReferences = List.copyOf(moduleReferences);
  }
}
