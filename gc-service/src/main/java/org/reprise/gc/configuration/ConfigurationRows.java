package org.reprise.gc.configuration;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** Stores configurations. */
interface ConfigurationRows extends Repository<GlobalConfiguration, Long> {
  Optional<GlobalConfiguration> findById(Long id);

  /** Writes at once, so that a conflict is met here. */
  GlobalConfiguration saveAndFlush(GlobalConfiguration configuration);
}
