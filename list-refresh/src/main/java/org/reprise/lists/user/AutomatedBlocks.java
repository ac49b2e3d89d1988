package org.reprise.lists.user;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.reprise.lists.search.Resource;
import org.reprise.lists.tenant.ReferenceData;

/**
 * What a patron may not do because of limits, as mod-patron-blocks answers it. The only limit here
 * is the group's number of items charged out.
 */
record AutomatedBlocks(List<Block> automatedPatronBlocks) {
  static final Resource<AutomatedBlocks> RESOURCE =
      new Resource<>(
          "user",
          """
          case when g.max_items_out is null then false else g.max_items_out <= (
            select count(*) from loan l
            where l.tenant = u.tenant and l.user_id = u.id and l.status = 'Open') end as full,
          g.max_items_out\
          """,
          "app_user u left join patron_group g on g.tenant = u.tenant and g.id = u.patron_group_id",
          "u",
          "u.id",
          Map.of(),
          (row, number) ->
              new AutomatedBlocks(
                  row.getBoolean("full")
                      ? List.of(Block.ofLoans(row.getInt("max_items_out")))
                      : List.of()));

  record Block(
      UUID patronBlockConditionId,
      boolean blockBorrowing,
      boolean blockRenewals,
      boolean blockRequests,
      String message) {
    static Block ofLoans(int max) {
      return new Block(
          ReferenceData.id("patron-block-condition", "Maximum number of items charged out"),
          true,
          false,
          false,
          "Patron has reached maximum allowed number of items charged out (%d)".formatted(max));
    }
  }
}
