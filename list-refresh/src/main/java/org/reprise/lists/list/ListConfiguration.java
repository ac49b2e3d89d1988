package org.reprise.lists.list;

import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.DatabaseClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.LISTS)
class ListConfiguration {
  @Bean
  Definitions definitions(EntityTypes types, FqlReader reader) {
    return new Definitions(types, reader);
  }

  // On the writer: who has just asked for a refresh sees it at once.
  @Bean
  Lists lists(
      RecordLists records, DatabaseClient database, EntityTypes types, Definitions definitions) {
    return new Lists(records, database, types, definitions);
  }
}
