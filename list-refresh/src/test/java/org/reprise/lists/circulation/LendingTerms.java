package org.reprise.lists.circulation;

import java.util.UUID;
import org.reprise.lists.Library;
import org.reprise.lists.ListsServer;

/** Loan policies of patron groups that a test makes for itself. */
final class LendingTerms {
  private LendingTerms() {}

  /**
   * A new patron, to whom items are lent by a policy of its own.
   *
   * @param terms columns of the policy with their values, such as {@code renewals = 1}
   * @return the patron's barcode
   */
  static String patron(ListsServer server, Library library, String terms) {
    String barcode = library.patron();
    UUID id = UUID.randomUUID();
    server.execute(
        """
        with t as (select id as tenant from tenant where name = '%1$s'),
        p as (
          insert into loan_policy (tenant, id, name, loanable, period_days)
          select tenant, '%2$s', '%2$s', true, 21 from t),
        g as (
          insert into patron_group (tenant, id, name) select tenant, '%2$s', '%2$s' from t),
        u as (
          update app_user set patron_group_id = '%2$s'
          where tenant = (select tenant from t) and barcode = '%3$s')
        insert into circulation_rule (tenant, id, patron_group_id, loan_policy_id,
          request_policy_id, notice_policy_id)
        select c.tenant, '%2$s', '%2$s', '%2$s', c.request_policy_id, c.notice_policy_id
        from circulation_rule c join t on t.tenant = c.tenant
        where c.material_type_id is null and c.patron_group_id is null;
        update loan_policy set %4$s where id = '%2$s'\
        """
            .formatted(ListsServer.TENANT, id, barcode, terms));
    return barcode;
  }
}
