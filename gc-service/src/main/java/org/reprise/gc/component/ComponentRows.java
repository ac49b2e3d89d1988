package org.reprise.gc.component;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

interface ComponentRows extends Repository<Component, Long> {
  Optional<Component> findById(Long id);

  List<Component> findAllById(Iterable<Long> ids);

  /** Writes at once, so that a conflict is met here. */
  Component saveAndFlush(Component component);

  void delete(Component component);

  void flush();
}
