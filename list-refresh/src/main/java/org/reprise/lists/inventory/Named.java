package org.reprise.lists.inventory;

import java.util.UUID;

/** What an item refers to, with the name that people know it by. */
public record Named(UUID id, String name) {}
