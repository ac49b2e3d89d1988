package org.reprise.lists.list;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.tenant.Tenant;
import org.springframework.data.domain.Persistable;

/** A list as it is edited. Refreshes change their columns of it by SQL. */
@Entity
@Table(name = "record_list")
@IdClass(RecordListKey.class)
class RecordList implements Persistable<RecordListKey> {
  @Id private short tenant;
  @Id private UUID id;
  private UUID entityTypeId;
  private String name;
  private @Nullable String description;
  private @Nullable String fqlQuery;
  private @Nullable String userFriendlyQuery;

  @JdbcTypeCode(SqlTypes.ARRAY)
  private String[] fields;

  private boolean isActive;
  private boolean isPrivate;

  @SuppressWarnings("UnusedVariable")
  private boolean isDeleted;

  // A new list has version 1, as in mod-lists.
  @Version private int version = 1;

  private @Nullable UUID createdBy;

  // Read by SQL only, as are the others with this annotation.
  @SuppressWarnings("UnusedVariable")
  private @Nullable String createdByUsername;

  @SuppressWarnings("UnusedVariable")
  private Instant createdDate;

  @SuppressWarnings("UnusedVariable")
  private @Nullable UUID updatedBy;

  @SuppressWarnings("UnusedVariable")
  private @Nullable String updatedByUsername;

  private Instant updatedDate;

  @Column(insertable = false, updatable = false)
  private @Nullable UUID inProgressRefreshId;

  @Transient private boolean isNew;

  /** For the mapper, which sets all fields. */
  @SuppressWarnings("NullAway.Init")
  protected RecordList() {}

  RecordList(Tenant tenant, Editor editor, UUID entityTypeId, Definition definition) {
    this();
    this.tenant = tenant.number();
    this.id = UUID.randomUUID();
    this.entityTypeId = entityTypeId;
    this.createdBy = editor.id();
    this.createdByUsername = editor.username();
    this.isNew = true;
    define(editor, definition);
    this.createdDate = updatedDate;
  }

  /** Changes what people define. The mapper counts the version when it writes. */
  final void define(Editor editor, Definition definition) {
    this.name = definition.name();
    this.description = definition.description();
    this.fqlQuery = definition.fqlQuery();
    this.userFriendlyQuery = definition.userFriendlyQuery();
    this.fields = definition.fields().toArray(String[]::new);
    this.isActive = definition.isActive();
    this.isPrivate = definition.isPrivate();
    edited(editor);
  }

  void delete(Editor editor) {
    this.isDeleted = true;
    edited(editor);
  }

  private void edited(Editor editor) {
    this.updatedBy = editor.id();
    this.updatedByUsername = editor.username();
    // As precise as the database keeps it, so that an answer has the time that is read later.
    this.updatedDate = Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  @PostLoad
  @PostPersist
  void isStored() {
    this.isNew = false;
  }

  @Override
  public RecordListKey getId() {
    return new RecordListKey(tenant, id);
  }

  @Override
  public boolean isNew() {
    return isNew;
  }

  UUID id() {
    return id;
  }

  UUID entityTypeId() {
    return entityTypeId;
  }

  int version() {
    return version;
  }

  @Nullable UUID createdBy() {
    return createdBy;
  }

  @Nullable UUID inProgressRefreshId() {
    return inProgressRefreshId;
  }

  Definition definition() {
    return new Definition(
        name, description, fqlQuery, userFriendlyQuery, List.of(fields), isActive, isPrivate);
  }
}
