package org.reprise.lists.marc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an import takes from a record in MARC 21.
 *
 * @param title {@code 245$a}, without the punctuation before the next subfield
 * @param contributor {@code 100$a}, likewise
 * @param identifiers every {@code 020$a}
 * @param callNumber the first {@code 050$a}
 * @param location the code in the first {@code 852$b}
 */
public record MarcRecord(
    String title,
    @Nullable String contributor,
    List<String> identifiers,
    @Nullable String callNumber,
    @Nullable String location) {}
