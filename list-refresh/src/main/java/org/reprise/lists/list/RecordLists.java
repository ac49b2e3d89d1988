package org.reprise.lists.list;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/** Stores lists. */
interface RecordLists extends Repository<RecordList, RecordListKey> {
  /**
   * The list, locked until the transaction ends: neither another edit nor the start of a refresh
   * can come between what is checked and what is written.
   */
  @Lock(LockModeType.PESSIMISTIC_WRITE)
  @Query("select l from RecordList l where l.tenant = :tenant and l.id = :id and not l.isDeleted")
  Optional<RecordList> lock(short tenant, UUID id);

  /** Writes at once, so that a conflict is met here. */
  RecordList saveAndFlush(RecordList list);
}
