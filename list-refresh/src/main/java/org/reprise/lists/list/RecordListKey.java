package org.reprise.lists.list;

import java.io.Serializable;
import java.util.UUID;

/** The key of a list: its tenant's number, then its id. */
record RecordListKey(short tenant, UUID id) implements Serializable {}
