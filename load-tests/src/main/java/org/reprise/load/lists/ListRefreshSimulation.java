package org.reprise.load.lists;

import java.util.List;

/** Users that refresh a list each, once. Properties by hand: {@link ListsSimulation}. */
public final class ListRefreshSimulation extends ListsSimulation {
  public ListRefreshSimulation() {
    super(List.of(ListsLoad.LIST_APP), 0);
  }
}
