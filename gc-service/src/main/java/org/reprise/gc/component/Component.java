package org.reprise.gc.component;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Version;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A component (OSLC Configuration Management 1.1): what streams and baselines are configurations
 * of.
 */
@Entity
public class Component {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "component_id")
  @SequenceGenerator(name = "component_id", sequenceName = "component_id", allocationSize = 1)
  private long id;

  private String title;
  private @Nullable String description;

  @JdbcTypeCode(SqlTypes.ARRAY)
  private String[] subjects;

  private String creator;
  private Instant created;
  private Instant modified;
  @Version private long version;

  @SuppressWarnings("NullAway.Init")
  protected Component() {}

  Component(NewComponent created) {
    this();
    this.creator = created.creator();
    edit(created.title(), created.description(), created.subjects());
    this.created = modified;
  }

  // The mapper counts the version when it writes.
  final void edit(String title, @Nullable String description, List<String> subjects) {
    this.title = title;
    this.description = description;
    this.subjects = subjects.toArray(String[]::new);
    // As precise as the database keeps it, so that an answer has the time that is read later.
    this.modified = Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  public long id() {
    return id;
  }

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

  public Instant modified() {
    return modified;
  }

  /** Counts its changes; its entity tag is made of this. */
  public long version() {
    return version;
  }
}
