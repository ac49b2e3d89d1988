package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/**
 * What processors a role had in a run.
 *
 * @param cores that it might use while it was measured; null where it was not limited
 * @param why it was not limited though the profile or the user wanted it
 */
public record RoleProcessors(
    String role, @Nullable Double cores, @Nullable String way, @Nullable String why) {}
