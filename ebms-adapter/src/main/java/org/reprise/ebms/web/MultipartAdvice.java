package org.reprise.ebms.web;

import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.impl.IOFileUploadException;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MultipartException;

/** Parts that the container could not read: whose trouble it is, and what (RFC 9457). */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class MultipartAdvice {
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(MultipartException thrown) {
    HttpStatusCode status = HttpStatus.BAD_REQUEST;
    Throwable last = thrown;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOFileUploadException) {
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "There is no room for the payloads now.");
      }
      if (cause instanceof InvalidParameterException refused) {
        status = HttpStatusCode.valueOf(refused.getErrorCode());
      }
      last = cause;
    }
    return problem(status, "The parts cannot be read: " + last.getMessage());
  }

  private static ResponseEntity<ProblemDetail> problem(HttpStatusCode status, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setProperty("correlationId", MDC.get("correlationId"));
    ResponseEntity.BodyBuilder response = ResponseEntity.status(status);
    if (status.is5xxServerError()) {
      response.header(HttpHeaders.RETRY_AFTER, "30");
    }
    return response.body(problem);
  }
}
