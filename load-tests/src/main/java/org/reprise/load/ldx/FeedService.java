package org.reprise.load.ldx;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.load.system.ReferenceService;

/** The applications in one process, for {@code reprise up}. */
record FeedService() implements ReferenceService {
  @Override
  public String module() {
    return LdxServices.FEED;
  }

  @Override
  public Target.Address address() {
    return LdxServices.FEED_ADDRESS;
  }

  @Override
  public Set<LocalServers.Role> servers() {
    return Set.of(LocalServers.Role.BROKER);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    return LdxServices.feed(
        servers.requireDatabase().database(LdxServices.FEED_DATABASE),
        credentials,
        LdxServices.APPLICATIONS,
        Map.of(),
        Map.of(LdxServices.KAFKA, servers.broker().orElseThrow().bootstrapServers()));
  }

  @Override
  public List<String> remarks(Map<String, String> environment) {
    return List.of("It plays the applications ccm, qm and rm: /ccm/trs, /qm/trs, /rm/trs");
  }
}
