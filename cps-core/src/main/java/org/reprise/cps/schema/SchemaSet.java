package org.reprise.cps.schema;

import java.util.List;

/**
 * A schema set as the API shows it.
 *
 * @param dataspaceName the dataspace it is in
 * @param name its name
 * @param moduleReferences its modules, by name and revision
 */
public record SchemaSet(String dataspaceName, String name, List<ModuleReference> moduleReferences) {
  /** Copies its list. */
  public SchemaSet {
    moduleReferences = List.copyOf(moduleReferences);
  }
}
