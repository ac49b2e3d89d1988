package org.reprise.lists.list;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A refresh as requests see it (mod-lists, ListRefreshDTO); what it does not have is left out. */
public record RefreshView(
    UUID id,
    UUID listId,
    String status,
    Instant refreshStartDate,
    @Nullable Instant refreshEndDate,
    @Nullable UUID refreshedBy,
    @Nullable String refreshedByUsername,
    @Nullable Integer recordsCount,
    @Nullable Integer contentVersion,
    @Nullable Failure error) {
  public record Failure(String code, @Nullable String message) {}

  /** The columns of {@code list_refresh}, with the names of the components after a prefix. */
  public static String columns(String alias, String prefix) {
    return """
    %1$s.id as %2$sid, %1$s.list_id as %2$slist_id, %1$s.status as %2$sstatus,
    %1$s.refresh_start_date as %2$srefresh_start_date,
    %1$s.refresh_end_date as %2$srefresh_end_date, %1$s.refreshed_by as %2$srefreshed_by,
    %1$s.refreshed_by_username as %2$srefreshed_by_username,
    %1$s.records_count as %2$srecords_count, %1$s.content_version as %2$scontent_version,
    %1$s.error_code as %2$serror_code, %1$s.error_message as %2$serror_message\
    """
        .formatted(alias, prefix);
  }
}
