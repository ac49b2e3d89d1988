package org.reprise.lists.fqm;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to run a query (mod-fqm-manager, SubmitQuery).
 *
 * @param fields what results show; those visible by default where there are none
 */
record QueryRequest(
    @Nullable UUID entityTypeId, @Nullable String fqlQuery, @Nullable List<String> fields) {}
