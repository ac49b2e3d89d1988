package org.reprise.load.lists;

import java.util.List;

/** One user who imports a file, once. Properties by hand: {@link ListsSimulation}. */
public final class DataImportSimulation extends ListsSimulation {
  public DataImportSimulation() {
    super(List.of(ListsLoad.DATA_IMPORT), 0);
  }
}
