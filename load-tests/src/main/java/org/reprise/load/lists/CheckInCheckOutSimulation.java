package org.reprise.load.lists;

import java.util.List;

/** Desks that lend and take back, for a minute unless {@code -Dduration} says otherwise. */
public final class CheckInCheckOutSimulation extends ListsSimulation {
  public CheckInCheckOutSimulation() {
    super(List.of(ListsLoad.CIRCULATION), 60);
  }
}
