package org.reprise.lists.web;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A well-formed request that is not carried out, for one or more reasons: answered with 422 and a
 * list of them, as FOLIO's circulation, users and inventory modules do, unlike the one error of
 * {@link Refusal}.
 */
public final class UnprocessableRequest extends ErrorResponseException {
  private final transient List<ErrorBody> reasons;

  UnprocessableRequest(List<ErrorBody> reasons) {
    super(
        HttpStatus.UNPROCESSABLE_CONTENT,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.UNPROCESSABLE_CONTENT,
            reasons.stream().map(ErrorBody::message).collect(Collectors.joining("; "))),
        null);
    this.reasons = List.copyOf(reasons);
  }

  List<ErrorBody> reasons() {
    return reasons;
  }
}
