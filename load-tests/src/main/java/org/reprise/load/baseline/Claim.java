package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a report's figures say beyond their sizes, so that it can hold on another machine.
 *
 * @param id unique in its report
 * @param text the claim in a sentence
 * @param source who concluded it
 * @param basis the published figures behind it, in words
 * @param byConstruction where the claim follows from an input of ours and is therefore never
 *     counted as reproduced, why; null otherwise
 * @param processors roles that must have processors of their own for it to be judged; null for none
 * @param check how it is judged
 */
public record Claim(
    String id,
    String text,
    Source source,
    String basis,
    @Nullable String byConstruction,
    @Nullable List<String> processors,
    ClaimCheck check) {
  public Claim {
    processors = processors == null ? null : List.copyOf(processors);
  }

  /** Roles that must have processors of their own. */
  public List<String> needs() {
    return processors == null ? List.of() : processors;
  }

  /** Who concluded a claim. */
  public enum Source {
    /** The report says so. */
    @JsonProperty("report")
    REPORT,

    /** The report concludes nothing; we read it from its figures. */
    @JsonProperty("ours")
    OURS
  }
}
