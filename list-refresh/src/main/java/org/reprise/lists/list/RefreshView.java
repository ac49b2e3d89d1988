package org.reprise.lists.list;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Columns;

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
  /** Why a refresh failed. */
  public record Failure(String code, @Nullable String message) {}

  /** The columns that {@link #read} takes, of {@code list_refresh} under an alias. */
  public static String columns(String alias) {
    return """
    %1$s.id as %1$s_id, %1$s.list_id as %1$s_list_id, %1$s.status as %1$s_status,
    %1$s.refresh_start_date as %1$s_start, %1$s.refresh_end_date as %1$s_end,
    %1$s.refreshed_by as %1$s_by, %1$s.refreshed_by_username as %1$s_username,
    %1$s.records_count as %1$s_count, %1$s.content_version as %1$s_content_version,
    %1$s.error_code as %1$s_error_code, %1$s.error_message as %1$s_error_message\
    """
        .formatted(alias);
  }

  /** A refresh of {@link #columns}; null where an outer join found none. */
  public static @Nullable RefreshView read(ResultSet row, String alias) throws SQLException {
    UUID id = row.getObject(alias + "_id", UUID.class);
    if (id == null) {
      return null;
    }
    String errorCode = row.getString(alias + "_error_code");
    return new RefreshView(
        id,
        Objects.requireNonNull(row.getObject(alias + "_list_id", UUID.class)),
        Objects.requireNonNull(row.getString(alias + "_status")),
        Objects.requireNonNull(Columns.timeOrNull(row, alias + "_start")),
        Columns.timeOrNull(row, alias + "_end"),
        row.getObject(alias + "_by", UUID.class),
        row.getString(alias + "_username"),
        row.getObject(alias + "_count", Integer.class),
        row.getObject(alias + "_content_version", Integer.class),
        errorCode == null ? null : new Failure(errorCode, row.getString(alias + "_error_message")));
  }
}
