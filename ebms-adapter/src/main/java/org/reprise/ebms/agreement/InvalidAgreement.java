package org.reprise.ebms.agreement;

import java.util.List;
import java.util.stream.Collectors;
import org.reprise.ebms.envelope.Severity;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A document is no usable agreement. */
public final class InvalidAgreement extends ErrorResponseException {
  private final List<Finding> findings;

  InvalidAgreement(List<Finding> findings) {
    super(HttpStatus.BAD_REQUEST, problem(findings), null);
    this.findings = List.copyOf(findings);
  }

  private static ProblemDetail problem(List<Finding> findings) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.BAD_REQUEST,
            findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .limit(3)
                .map(f -> "line %d, %s: %s".formatted(f.line(), f.element(), f.message()))
                .collect(Collectors.joining("; ")));
    problem.setTitle("Invalid agreement");
    problem.setProperty("findings", findings);
    return problem;
  }

  public List<Finding> findings() {
    return findings;
  }
}
