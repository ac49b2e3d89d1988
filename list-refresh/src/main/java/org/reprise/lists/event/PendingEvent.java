package org.reprise.lists.event;

import java.util.UUID;

/** An event in the outbox. */
record PendingEvent(long id, UUID eventId, String topic, String key, String body) {}
