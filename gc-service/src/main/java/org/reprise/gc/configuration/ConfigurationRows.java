package org.reprise.gc.configuration;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

interface ConfigurationRows extends Repository<GlobalConfiguration, Long> {
  Optional<GlobalConfiguration> findById(Long id);

  List<GlobalConfiguration> findAllById(Iterable<Long> ids);

  /** Writes at once, so that a conflict is met here. */
  GlobalConfiguration saveAndFlush(GlobalConfiguration configuration);
}
