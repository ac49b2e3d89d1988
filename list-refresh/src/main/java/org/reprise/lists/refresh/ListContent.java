package org.reprise.lists.refresh;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/** A row of a list's contents, as the original saves them: one by one, through Hibernate. */
@Entity
@Table(name = "list_contents")
@IdClass(ListContent.Key.class)
@NullUnmarked
class ListContent {
  @Id private short tenant;

  @Id
  @Column(name = "list_id")
  private UUID listId;

  @Id
  @Column(name = "refresh_id")
  private UUID refreshId;

  @Id
  @Column(name = "content_id")
  private UUID contentId;

  @Column(name = "sort_seq", nullable = false)
  private int sortSeq;

  record Key(short tenant, UUID listId, UUID refreshId, UUID contentId) implements Serializable {}

  protected ListContent() {}

  ListContent(Job job, UUID contentId, int sortSeq) {
    this.tenant = job.tenant().number();
    this.listId = job.listId();
    this.refreshId = job.refreshId();
    this.contentId = contentId;
    this.sortSeq = sortSeq;
  }
}
