package org.reprise.cps.schema;

import org.reprise.cps.fault.InvalidRequest;

public final class SchemaSetNotFound extends InvalidRequest {
  /** One that was deleted after its anchor, or it, was looked up. */
  SchemaSetNotFound() {
    super("Schema Set not found", "The schema set was deleted in the meantime.");
  }

  public SchemaSetNotFound(String dataspace, String schemaSet) {
    super(
        "Schema Set not found",
        "Schema Set with name %s was not found for dataspace %s.".formatted(schemaSet, dataspace));
  }
}
