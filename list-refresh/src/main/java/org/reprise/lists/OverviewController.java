package org.reprise.lists;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.web.Refusal;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page at {@code /}: what a tenant has, and how its lists and imports are. */
@Controller
class OverviewController {
  private static final Pattern TITLE = Pattern.compile("(?m)^-- ");

  private final DatabaseClient database;
  private final Tenants tenants;
  private final List<String> queries;

  /** Reads the queries of the page's tables, each with a title before it. */
  OverviewController(
      Split split, Tenants tenants, @Value("classpath:db/overview.sql") Resource queries)
      throws IOException {
    this.database = split.reading(Feature.LISTS);
    this.tenants = tenants;
    this.queries =
        TITLE
            .splitAsStream(queries.getContentAsString(StandardCharsets.UTF_8))
            .filter(query -> !query.isEmpty())
            .toList();
  }

  /** A table; its columns are the keys of each row. */
  record Section(String title, List<Map<String, @Nullable Object>> rows) {}

  @GetMapping("/")
  String overview(@RequestParam(defaultValue = "") String tenant, Model model) {
    Tenant shown =
        tenant.isEmpty()
            ? tenants.all().iterator().next()
            : tenants
                .find(tenant)
                .orElseThrow(() -> Refusal.invalid("tenant", "there is none of this name"));
    model.addAttribute("tenants", tenants.all());
    model.addAttribute("shown", shown);
    model.addAttribute(
        "sections",
        database.inTransaction(() -> queries.stream().map(query -> read(query, shown)).toList()));
    return "overview";
  }

  private Section read(String query, Tenant tenant) {
    String title = query.lines().findFirst().orElseThrow();
    String sql = query.substring(title.length());
    return new Section(
        title, database.sql(sql).param("tenant", tenant.number()).query().listOfRows());
  }
}
