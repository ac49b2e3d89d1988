package org.reprise.load.run;

import org.jspecify.annotations.Nullable;

/**
 * A role's processors, in the report and in the run.
 *
 * @param role its id, as in resources and in {@code --processors}
 * @param title as the report calls it
 * @param published cores in the report, or {@code not stated}
 * @param cell where the report says it
 * @param cores that it might use in this run; null where it was not limited
 * @param way how it was limited; null where it was not
 * @param why it could not be limited; null where nobody wanted it to be, or it was
 */
public record RoleRecord(
    String role,
    String title,
    String published,
    String cell,
    @Nullable Double cores,
    @Nullable String way,
    @Nullable String why) {}
