package org.reprise.lists.list;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;

/**
 * A refresh as requests see it (mod-lists, ListRefreshDTO); what it does not have is left out.
 *
 * @param id of the refresh
 * @param listId of the list
 * @param status IN_PROGRESS, SUCCESS, FAILED or CANCELLED
 * @param refreshStartDate when it was asked for
 * @param refreshEndDate when it ended
 * @param refreshedBy who asked for it
 * @param refreshedByUsername their name
 * @param recordsCount how many records the list has since
 * @param contentVersion how often the list was refreshed with success
 * @param error why it failed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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

  /** The columns that the mapper of an alias takes, of {@code list_refresh} under that alias. */
  public static String columns(String alias) {
    return """
    %1$s.id as %1$s_id, %1$s.list_id as %1$s_list_id, %1$s.status as %1$s_status,
    %1$s.refresh_start_date as %1$s_refresh_start_date,
    %1$s.refresh_end_date as %1$s_refresh_end_date, %1$s.refreshed_by as %1$s_refreshed_by,
    %1$s.refreshed_by_username as %1$s_refreshed_by_username,
    %1$s.records_count as %1$s_records_count, %1$s.content_version as %1$s_content_version,
    %1$s.error_code as %1$s_error_code, %1$s.error_message as %1$s_error_message\
    """
        .formatted(alias);
  }

  /** Returns the mapper of {@link #columns}. */
  public static RecordMapper<RefreshView> of(String alias) {
    return RecordMapper.of(RefreshView.class, alias + "_");
  }
}
