package org.reprise.lists.list;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people define of a list, checked. */
record Definition(
    String name,
    @Nullable String description,
    @Nullable String fqlQuery,
    @Nullable String userFriendlyQuery,
    List<String> fields,
    boolean isActive,
    boolean isPrivate) {}
