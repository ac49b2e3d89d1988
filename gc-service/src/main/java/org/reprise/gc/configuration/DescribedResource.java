package org.reprise.gc.configuration;

import jakarta.persistence.MappedSuperclass;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** The stored properties that components and configurations have in common. */
@MappedSuperclass
public abstract class DescribedResource {
  private String title;
  private @Nullable String description;

  @JdbcTypeCode(SqlTypes.ARRAY)
  private String[] subjects;

  private String creator;
  private Instant created;
  private Instant modified;

  @SuppressWarnings("NullAway.Init")
  protected DescribedResource() {}

  protected DescribedResource(Edit edit, String creator) {
    this();
    this.creator = creator;
    describe(edit);
    this.created = modified;
  }

  /** Changes the properties; the mapper counts the version when it writes. */
  public final void describe(Edit edit) {
    this.title = Objects.requireNonNull(edit.title());
    this.description = edit.description();
    this.subjects = edit.subjects().toArray(String[]::new);
    // As precise as the database keeps it, so that an answer has the time that is read later.
    this.modified = Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  public abstract long id();

  public String title() {
    return title;
  }

  public @Nullable String description() {
    return description;
  }

  public List<String> subjects() {
    return List.of(subjects);
  }

  public String creator() {
    return creator;
  }

  public Instant created() {
    return created;
  }

  /** When its own properties were last changed; not when something below it was. */
  public Instant modified() {
    return modified;
  }

  /**
   * Identifies its state; its entity tag is made of this. Begins with the time, for a counter would
   * come to the same numbers again where the database is restored.
   */
  public abstract long revision();
}
