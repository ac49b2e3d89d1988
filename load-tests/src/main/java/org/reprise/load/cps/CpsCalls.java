package org.reprise.load.cps;

/**
 * One way to carry out the operations of the flow (CPS-307, "Test Flow Description"). All threads
 * of a run share one instance, as the report's threads shared one service.
 */
interface CpsCalls {

  void createAnchor(String anchor) throws Exception;

  /** Stores the whole tree at the root. */
  void createNode(String anchor) throws Exception;

  /** Replaces the fragment under node D3. */
  void updateNode(String anchor) throws Exception;

  void deleteAnchor(String anchor) throws Exception;

  default void perform(CpsOperation operation, String anchor) throws Exception {
    switch (operation) {
      case CREATE_ANCHOR -> createAnchor(anchor);
      case CREATE_NODE -> createNode(anchor);
      case UPDATE_NODE -> updateNode(anchor);
      case DELETE_ANCHOR -> deleteAnchor(anchor);
    }
  }
}
