package org.reprise.ebms.ping;

import java.net.URI;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.reprise.ebms.envelope.PartyIds;

/** The statements of the outbox of Pongs; each commits by itself. */
final class PongTable {
  private final DataSource dataSource;

  PongTable(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  // One statement, so that a group of Pings costs one round trip and one commit, whatever of it is
  // new and whatever is done.
  private static final String CHANGE =
      """
      with done as (delete from pong_outbox where id = any (?))
      insert into pong_outbox (id, domain, endpoint, cpa_id, conversation_id,
        ref_to_message_id, from_ids, to_ids, created_at, node_id)
      select n.*, ? from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
        ?::text[], ?::text[], ?::timestamptz[]) n\
      """;

  /** Keeps Pongs for an instance and forgets others. */
  void change(UUID node, List<KeptPong> kept, Collection<UUID> done) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(CHANGE)) {
      statement.setArray(1, array(connection, "uuid", done.toArray()));
      statement.setObject(2, node);
      set(statement, 3, "uuid", kept, KeptPong::id);
      set(statement, 4, "text", kept, KeptPong::domain);
      set(statement, 5, "text", kept, pong -> pong.endpoint().toString());
      set(statement, 6, "text", kept, KeptPong::cpaId);
      set(statement, 7, "text", kept, KeptPong::conversationId);
      set(statement, 8, "text", kept, KeptPong::refToMessageId);
      set(statement, 9, "text", kept, pong -> PartyIds.encode(pong.fromIds()));
      set(statement, 10, "text", kept, pong -> PartyIds.encode(pong.toIds()));
      set(statement, 11, "timestamptz", kept, pong -> Timestamp.from(pong.createdAt()));
      statement.executeUpdate();
    }
  }

  private static void set(
      PreparedStatement statement,
      int index,
      String type,
      List<KeptPong> kept,
      Function<KeptPong, Object> value)
      throws SQLException {
    Object[] values = kept.stream().map(value).toArray();
    statement.setArray(index, array(statement.getConnection(), type, values));
  }

  private static Array array(Connection connection, String type, Object[] values)
      throws SQLException {
    return connection.createArrayOf(type, values);
  }

  /** Takes over Pongs whose instance is gone; what another one is taking is passed over. */
  List<KeptPong> takeOver(UUID node, int most) throws SQLException {
    String sql =
        """
        update pong_outbox set node_id = ? where id in (
          select o.id from pong_outbox o
          where not exists (select from node n where n.id = o.node_id and n.expires_at > now())
          order by o.created_at limit ? for update skip locked)
        returning id, domain, endpoint, cpa_id, conversation_id, ref_to_message_id, from_ids,
          to_ids, created_at\
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, node);
      statement.setInt(2, most);
      List<KeptPong> taken = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          taken.add(read(row));
        }
      }
      return taken;
    }
  }

  private static KeptPong read(ResultSet row) throws SQLException {
    return new KeptPong(
        row.getObject(1, UUID.class),
        row.getString(2),
        URI.create(row.getString(3)),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        PartyIds.decode(row.getString(7)),
        PartyIds.decode(row.getString(8)),
        row.getTimestamp(9).toInstant());
  }
}
