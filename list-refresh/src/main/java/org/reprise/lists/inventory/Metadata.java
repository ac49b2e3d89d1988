package org.reprise.lists.inventory;

import java.time.Instant;

/** When a record was made and last changed. */
public record Metadata(Instant createdDate, Instant updatedDate) {}
