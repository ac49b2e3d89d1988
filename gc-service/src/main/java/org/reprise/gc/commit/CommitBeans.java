package org.reprise.gc.commit;

import org.reprise.gc.application.BaselineCreation;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.configuration.Baselines;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.configuration.Graph;
import org.reprise.gc.resolution.Resolutions;
import org.reprise.gc.revision.Revisions;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class CommitBeans {
  @Bean
  Commits commits(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Configurations configurations,
      LocalConfigurations locals,
      BaselineCreation creation,
      Edges edges,
      Graph graph,
      Baselines baselines,
      Resolutions resolutions,
      Revisions revisions,
      OwnConnections connections,
      CommitSettings settings,
      Loops loops) {
    ActivityRows rows = new ActivityRows(jdbc);
    LocalBaselines ofApplications = new LocalBaselines(rows, locals, creation);
    Work work =
        new Work(
            rows,
            configurations,
            ofApplications,
            edges,
            graph,
            baselines,
            resolutions,
            transactions);
    return new Commits(rows, configurations, work, settings, revisions, connections, loops);
  }
}
