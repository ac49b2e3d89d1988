package org.reprise.load.clm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.load.system.ReferenceService;

/** The applications in one process, for {@code reprise up}. */
public record FeedService() implements ReferenceService {
  @Override
  public String module() {
    return Applications.MODULE;
  }

  @Override
  public Target.Address address() {
    return Applications.ADDRESS;
  }

  @Override
  public Set<LocalServers.Role> servers() {
    return Set.of(LocalServers.Role.BROKER);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    // Global configurations may be started later, or never: until then contexts of theirs are
    // refused.
    var more = Applications.callsOf(Applications.GLOBAL_ADDRESS.here(environment), credentials);
    more.put(Applications.KAFKA, servers.broker().orElseThrow().bootstrapServers());
    return Applications.service(
        servers.requireDatabase().database(Applications.DATABASE),
        credentials,
        Applications.ALL,
        Map.of(),
        more);
  }

  @Override
  public List<String> remarks(Map<String, String> environment) {
    return List.of("It plays the applications ccm, qm and rm: /ccm/trs, /qm/trs, /rm/trs");
  }
}
