package org.reprise.lists.inventory;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an item refers to, with the name that people know it by. */
public record Named(UUID id, @Nullable String name) {}
