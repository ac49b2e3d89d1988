package org.reprise.gc.installation;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
class InstallationBeans {
  @Bean
  ResourceUris resourceUris(
      GcSettings settings, @Value("${server.port}") int port, JdbcClient jdbc) {
    if (settings.baseUri() == null && port == 0) {
      throw new IllegalArgumentException(
          "reprise.gc.base-uri must be set where server.port is 0: URIs outlive the process");
    }
    String base = settings.baseUri() == null ? "http://127.0.0.1:" + port : settings.baseUri();
    keep(base, jdbc);
    return new ResourceUris(base);
  }

  // The database stores ids of its resources; other servers store their URIs, which must not
  // change.
  private static void keep(String base, JdbcClient jdbc) {
    jdbc.sql("insert into installation (base_uri) values (?) on conflict do nothing")
        .param(base)
        .update();
    String stored = jdbc.sql("select base_uri from installation").query(String.class).single();
    if (!stored.equals(base)) {
      throw new IllegalStateException(
          "reprise.gc.base-uri: the resources in this database begin with %s, not with %s"
              .formatted(stored, base));
    }
  }
}
