package org.reprise.lists.dataimport;

import java.util.List;
import java.util.UUID;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The progress and the logs of imports (mod-source-record-manager, 3.7). */
@RestController
class JobController {
  private static final Paging.Sizes SIZES = new Paging.Sizes("limit", 0, 10, 1_000);
  private final Jobs jobs;
  private final JobLog log;

  JobController(Jobs jobs, JobLog log) {
    this.jobs = jobs;
    this.log = log;
  }

  @GetMapping("/metadata-provider/jobExecutions")
  JobExecution.JobExecutionPage page(
      Tenant tenant,
      @RequestParam(defaultValue = "") List<JobStatus> statusAny,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "10") int limit) {
    // Spring reads "statusAny=," as a list of nulls.
    if (statusAny.contains(null)) {
      throw Refusal.invalid("statusAny", "has an empty status");
    }
    return jobs.page(tenant, statusAny, Paging.of(offset, limit, SIZES));
  }

  @GetMapping({"/metadata-provider/jobExecutions/{id}", "/change-manager/jobExecutions/{id}"})
  JobExecution get(Tenant tenant, @PathVariable UUID id) {
    return jobs.get(tenant, id);
  }

  @GetMapping("/metadata-provider/jobLogEntries/{id}")
  JobLog.JobLogPage log(
      Tenant tenant,
      @PathVariable UUID id,
      @RequestParam(defaultValue = "false") boolean errorsOnly,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "100") int limit) {
    Paging request = Paging.of(offset, limit, SIZES);
    return log.page(tenant, jobs.get(tenant, id), errorsOnly, request);
  }
}
