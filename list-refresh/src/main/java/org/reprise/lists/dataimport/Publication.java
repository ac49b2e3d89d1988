package org.reprise.lists.dataimport;

import java.util.UUID;
import org.reprise.lists.tenant.Tenant;

/** A job whose chunks this process publishes while its lease lasts. */
record Publication(Tenant tenant, UUID job, Pieces.File file) {}
