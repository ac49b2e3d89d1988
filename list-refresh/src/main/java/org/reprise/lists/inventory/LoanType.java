package org.reprise.lists.inventory;

import org.reprise.lists.tenant.ReferenceData;

/** FOLIO's loan types; every item here has the one of its reference data. */
final class LoanType {
  static final Named CAN_CIRCULATE =
      new Named(ReferenceData.id("loan-type", "Can circulate"), "Can circulate");

  private LoanType() {}
}
