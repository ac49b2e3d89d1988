package org.reprise.trs.fill;

import org.reprise.kit.work.OwnConnections;
import org.reprise.trs.application.ResourceUris;
import org.reprise.trs.feed.Feeds;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class FillConfiguration {
  @Bean
  Fill fill(OwnConnections connections, ResourceUris uris, Feeds feeds) {
    return new Fill(connections, uris, feeds);
  }
}
