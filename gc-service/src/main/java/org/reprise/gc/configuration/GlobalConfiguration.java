package org.reprise.gc.configuration;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A stream or baseline of one of this server's components (OSLC Configuration Management 1.1). Its
 * contributions are separate rows; see {@link Configurations#contributions}.
 */
@Entity
@Table(name = "configuration")
public class GlobalConfiguration extends DescribedResource {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "configuration_id")
  @SequenceGenerator(
      name = "configuration_id",
      sequenceName = "configuration_id",
      allocationSize = 1)
  private long id;

  private long component;

  @Enumerated(EnumType.STRING)
  private Kind kind;

  private @Nullable String branch;

  @Enumerated(EnumType.STRING)
  private Accepts accepts;

  private @Nullable Long stagingOf;
  private @Nullable Long beganFrom;
  private @Nullable Long baselineOfStream;

  // The transaction that makes a baseline sets it in the stream, by SQL.
  private @Nullable Long previousBaseline;

  private boolean archived;

  @Column(updatable = false)
  private long revision;

  /** Streams can be changed, baselines cannot. */
  public enum Kind {
    STREAM,
    BASELINE
  }

  public enum Accepts {
    ANY,
    /** Baselines only: it is a staging stream, whose streams are replaced until it is committed. */
    BASELINES
  }

  @SuppressWarnings("NullAway.Init")
  protected GlobalConfiguration() {}

  private GlobalConfiguration(long component, Kind kind, Edit edit, String creator) {
    super(edit, creator);
    this.component = component;
    this.kind = kind;
    this.accepts = Accepts.ANY;
    this.branch = edit.branch();
    this.archived = edit.isArchived();
    this.revision = ChronoUnit.MICROS.between(Instant.EPOCH, created());
  }

  static GlobalConfiguration initial(long component, Edit edit, String creator, long stream) {
    GlobalConfiguration baseline = new GlobalConfiguration(component, Kind.BASELINE, edit, creator);
    baseline.baselineOfStream = stream;
    return baseline;
  }

  static GlobalConfiguration stream(
      GlobalConfiguration baseline, Accepts accepts, Edit edit, String creator) {
    GlobalConfiguration stream =
        new GlobalConfiguration(baseline.component, Kind.STREAM, edit, creator);
    stream.accepts = accepts;
    stream.beganFrom = baseline.id;
    stream.previousBaseline = baseline.id;
    return stream;
  }

  static GlobalConfiguration staging(GlobalConfiguration origin, Edit edit, String creator) {
    GlobalConfiguration stream =
        new GlobalConfiguration(origin.component, Kind.STREAM, edit, creator);
    stream.accepts = Accepts.BASELINES;
    stream.stagingOf = origin.stagingOf == null ? Long.valueOf(origin.id) : origin.stagingOf;
    stream.previousBaseline = origin.previousBaseline;
    return stream;
  }

  final void edit(Edit edit) {
    describe(edit);
    this.branch = edit.branch();
    this.archived = edit.isArchived();
  }

  @Override
  public long id() {
    return id;
  }

  public long component() {
    return component;
  }

  public Kind kind() {
    return kind;
  }

  public boolean isStream() {
    return kind == Kind.STREAM;
  }

  /** Returns its purpose or variant ({@code oslc_config:branch}); null if not set. */
  public @Nullable String branch() {
    return branch;
  }

  /** Returns what a stream accepts as contributions. */
  public Accepts accepts() {
    return accepts;
  }

  public boolean isStaging() {
    return isStream() && accepts == Accepts.BASELINES;
  }

  /**
   * Returns the stream whose baseline a staging stream becomes; null for its own, and for others.
   */
  public @Nullable Long stagingOf() {
    return stagingOf;
  }

  /** Returns the baseline that a stream began from, which may be gone; null for others. */
  public @Nullable Long beganFrom() {
    return beganFrom;
  }

  /** Returns the stream that a baseline was made of, which may be gone; null for a stream. */
  public @Nullable Long baselineOfStream() {
    return baselineOfStream;
  }

  /**
   * Returns the baseline before it in its stream, or a stream's newest one or origin; null for
   * none.
   */
  public @Nullable Long previousBaseline() {
    return previousBaseline;
  }

  public boolean isArchived() {
    return archived;
  }

  /** Returns that of its document, which changes with what is below it, too. */
  @Override
  public long revision() {
    return revision;
  }

  public Edit edit() {
    return new Edit(title(), description(), subjects(), branch, archived);
  }
}
