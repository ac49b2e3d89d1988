package org.reprise.lists.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

class FaultAdviceTest {
  @ParameterizedTest
  @CsvSource({"400, invalid.request", "503, service.unavailable"})
  void codeSaysWhetherToTryAgain(int status, String code) {
    ResponseEntity<ErrorBody> answer =
        new FaultAdvice()
            .failed(
                new IllegalStateException(new InvalidParameterException("fault", status)),
                new ServletWebRequest(new MockHttpServletRequest()));

    assertThat(answer.getStatusCode().value()).isEqualTo(status);
    assertThat(Objects.requireNonNull(answer.getBody()).code()).endsWith(code);
  }
}
