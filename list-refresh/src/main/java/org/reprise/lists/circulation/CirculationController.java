package org.reprise.lists.circulation;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Criteria;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Check-outs, check-ins, renewals, loans and requests (mod-circulation and its storage). */
@RestController
class CirculationController {
  private final CheckOuts checkOuts;
  private final CheckIns checkIns;
  private final Loans loans;
  private final Requests requests;
  private final Resources resources;

  CirculationController(
      CheckOuts checkOuts, CheckIns checkIns, Loans loans, Requests requests, Resources resources) {
    this.checkOuts = checkOuts;
    this.checkIns = checkIns;
    this.loans = loans;
    this.requests = requests;
    this.resources = resources;
  }

  record LoanPage(List<Loan> loans, @Nullable Integer totalRecords) {}

  record RequestPage(List<CirculationRequest> requests, @Nullable Integer totalRecords) {}

  record CheckInPage(List<CheckIn> checkIns, @Nullable Integer totalRecords) {}

  @Action("check-out")
  @PostMapping("/circulation/check-out-by-barcode")
  @ResponseStatus(HttpStatus.CREATED)
  Loan checkOut(Tenant tenant, @RequestBody CheckOutRequest request) {
    return checkOuts.checkOut(tenant, request);
  }

  @Action("check-in")
  @PostMapping("/circulation/check-in-by-barcode")
  Returned checkIn(Caller caller, @RequestBody CheckInRequest request) {
    return checkIns.checkIn(caller, request);
  }

  @Action("renew")
  @PostMapping("/circulation/renew-by-barcode")
  Loan renew(Tenant tenant, @RequestBody Renewal.RenewalByBarcode request) {
    return loans.renew(tenant, request.renewal());
  }

  @Action("renew")
  @PostMapping("/circulation/renew-by-id")
  Loan renew(Tenant tenant, @RequestBody Renewal.RenewalById request) {
    return loans.renew(tenant, request.renewal());
  }

  @Action("search")
  @GetMapping("/circulation/loans")
  LoanPage loans(Tenant tenant, Criteria criteria) {
    return resources.search(Loan.RESOURCE, tenant, criteria, LoanPage::new);
  }

  @GetMapping("/circulation/loans/{id}")
  Loan loan(Tenant tenant, @PathVariable UUID id) {
    return resources.get(Loan.RESOURCE, tenant, id);
  }

  @PutMapping("/circulation/loans/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void replaceLoan(Tenant tenant, @PathVariable UUID id, @RequestBody Loan loan) {
    loans.change(tenant, id, new LoanOperation.LoanUpdate(loan));
  }

  @Action("change-due-date")
  @PostMapping("/circulation/loans/{id}/change-due-date")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void changeDueDate(
      Tenant tenant, @PathVariable UUID id, @RequestBody LoanOperation.DueDateChange request) {
    loans.change(tenant, id, request);
  }

  @Action("declare-lost")
  @PostMapping("/circulation/loans/{id}/declare-item-lost")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void declareLost(
      Tenant tenant, @PathVariable UUID id, @RequestBody LoanOperation.LossDeclaration request) {
    loans.change(tenant, id, request);
  }

  @Action("claim-returned")
  @PostMapping("/circulation/loans/{id}/claim-item-returned")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void claimReturned(
      Tenant tenant, @PathVariable UUID id, @RequestBody LoanOperation.ReturnClaim request) {
    loans.change(tenant, id, request);
  }

  @PostMapping("/circulation/requests")
  @ResponseStatus(HttpStatus.CREATED)
  CirculationRequest request(Tenant tenant, @RequestBody NewRequest request) {
    return requests.make(tenant, request);
  }

  @Action("search")
  @GetMapping("/circulation/requests")
  RequestPage requests(Tenant tenant, Criteria criteria) {
    return resources.search(CirculationRequest.RESOURCE, tenant, criteria, RequestPage::new);
  }

  @GetMapping("/circulation/requests/{id}")
  CirculationRequest request(Tenant tenant, @PathVariable UUID id) {
    return resources.get(CirculationRequest.RESOURCE, tenant, id);
  }

  @PutMapping("/circulation/requests/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void replaceRequest(
      Tenant tenant, @PathVariable UUID id, @RequestBody CirculationRequest request) {
    requests.replace(tenant, id, request);
  }

  @DeleteMapping("/circulation/requests/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void withdraw(Tenant tenant, @PathVariable UUID id) {
    requests.withdraw(tenant, id);
  }

  @Action("search")
  @GetMapping("/check-in-storage/check-ins")
  CheckInPage checkIns(Tenant tenant, Criteria criteria) {
    return resources.search(CheckIn.RESOURCE, tenant, criteria, CheckInPage::new);
  }
}
