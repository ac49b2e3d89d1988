package org.reprise.ebms.web;

import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.MultipartStream;
import org.apache.tomcat.util.http.fileupload.impl.IOFileUploadException;
import org.jspecify.annotations.Nullable;
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

/**
 * Parts of a multipart request that the container could not read, as a problem (RFC 9457): 503
 * where they could not be stored here, 4xx where the request is wrong.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class MultipartAdvice {
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(MultipartException thrown) {
    HttpStatusCode status = HttpStatus.BAD_REQUEST;
    Throwable last = thrown;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      // Thrown for a request that ends too early as well as for a disk that is full.
      if (cause instanceof IOFileUploadException && !isMalformed(cause.getCause())) {
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "There is no room for the payloads now.");
      }
      if (cause instanceof InvalidParameterException refused) {
        status = HttpStatusCode.valueOf(refused.getErrorCode());
      }
      last = cause;
    }
    return problem(status, "The parts cannot be read: " + last.getMessage());
  }

  private static boolean isMalformed(@Nullable Throwable cause) {
    return cause instanceof MultipartStream.MalformedStreamException;
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
