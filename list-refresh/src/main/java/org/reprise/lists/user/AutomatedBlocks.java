package org.reprise.lists.user;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.reprise.lists.search.Resource;
import tools.jackson.databind.json.JsonMapper;

/** What a patron may not do because of her group's limits, as mod-patron-blocks answers it. */
record AutomatedBlocks(List<Block> automatedPatronBlocks) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static final Resource<AutomatedBlocks> RESOURCE =
      new Resource<>(
          "user",
          """
          (select coalesce(json_agg(json_build_object('patronBlockConditionId', b.condition_id,
            'blockBorrowing', b.borrowing, 'blockRenewals', b.renewals,
            'blockRequests', b.requests, 'message', b.message) order by b.message), '[]')
          from automated_block b
          where b.tenant = u.tenant and b.user_id = u.id
            and (b.borrowing or b.renewals or b.requests)) as blocks\
          """,
          "app_user u",
          "u",
          "u.id",
          Map.of(),
          (row, number) ->
              new AutomatedBlocks(List.of(JSON.readValue(row.getString("blocks"), Block[].class))));

  record Block(
      UUID patronBlockConditionId,
      boolean blockBorrowing,
      boolean blockRenewals,
      boolean blockRequests,
      String message) {}
}
