package org.reprise.gc.component;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Version;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.reprise.gc.configuration.DescribedResource;
import org.reprise.gc.configuration.Edit;

/**
 * A component (OSLC Configuration Management 1.1): what streams and baselines are configurations
 * of.
 */
@Entity
public class Component extends DescribedResource {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "component_id")
  @SequenceGenerator(name = "component_id", sequenceName = "component_id", allocationSize = 1)
  private long id;

  // Of two edits that began from the same state, one passes.
  @Version private long version;

  protected Component() {}

  Component(Edit edit, String creator) {
    super(edit, creator);
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public long revision() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, modified());
  }
}
