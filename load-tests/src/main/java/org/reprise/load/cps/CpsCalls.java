package org.reprise.load.cps;

/**
 * One way to carry out the operations of the flow (CPS-307, "Test Flow Description"). All threads
 * of a run share one instance, as the report's threads shared one service.
 */
@FunctionalInterface
interface CpsCalls {
  void perform(CpsOperation operation, String anchor) throws Exception;
}
