package org.reprise.gc.configuration;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.reprise.gc.application.LocalConfiguration;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the configurations that requests contribute. */
@Component
final class Targets {
  private final LocalConfigurations locals;
  private final ResourceUris uris;

  Targets(LocalConfigurations locals, ResourceUris uris) {
    this.locals = locals;
    this.uris = uris;
  }

  /**
   * Configurations that are to be contributed, as far as they are read before the transaction.
   *
   * @param locals those of applications, by URI
   * @param globals ids of those of this server
   */
  record Candidates(Map<String, Target> locals, Set<Long> globals) {
    /**
     * Returns them by URI, with those of this server as they are now.
     *
     * @throws Refusal 400 if there is no such configuration
     */
    Map<String, Target> read(ResourceUris uris, JdbcClient jdbc) {
      Map<String, Target> all = new HashMap<>(locals);
      if (!globals.isEmpty()) {
        jdbc.sql("select id, component, kind from configuration where id = any (?)")
            .param(globals.toArray(Long[]::new))
            .query(row -> {
              Target target =
                  new Target(
                      uris.configuration(row.getLong(1)),
                      uris.component(row.getLong(2)),
                      "BASELINE".equals(row.getString(3)),
                      row.getLong(1),
                      null);
              all.put(target.uri(), target);
            });
      }
      globals.stream()
          .map(uris::configuration)
          .filter(uri -> !all.containsKey(uri))
          .findFirst()
          .ifPresent(uri -> {
            throw Refusal.invalid("There is no configuration <%s>.".formatted(uri));
          });
      return all;
    }
  }

  /**
   * Reads those configurations of applications that are not contributed yet.
   *
   * @param before the present contributions, which are not read again
   * @throws Refusal 400 if one cannot be contributed, 503 if an application does not answer
   */
  Candidates find(List<ContributionRequest> requests, Collection<Contribution> before) {
    Map<String, Target> known = new HashMap<>();
    before.stream()
        .map(Contribution::target)
        .filter(target -> !target.isGlobal())
        .forEach(target -> known.put(target.uri(), target));
    Set<Long> globals = new LinkedHashSet<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (ContributionRequest one : requests) {
      OptionalLong global = uris.configurationId(one.target());
      if (global.isPresent()) {
        globals.add(global.getAsLong());
      } else if (!known.containsKey(one.target())) {
        unknown.add(one.target());
      }
    }
    for (LocalConfiguration local : locals.contributable(unknown)) {
      known.put(
          local.uri(),
          new Target(local.uri(), local.component(), local.isBaseline(), null, local.id()));
    }
    return new Candidates(known, globals);
  }
}
