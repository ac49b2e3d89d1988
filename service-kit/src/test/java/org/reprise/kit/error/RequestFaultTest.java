package org.reprise.kit.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.fileupload.impl.IOFileUploadException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.mock.http.MockHttpInputMessage;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.multipart.MultipartException;
import tools.jackson.core.exc.StreamConstraintsException;

class RequestFaultTest {
  private static final RuntimeException NO_TEXT =
      new RuntimeException(new SQLException("invalid byte sequence: 0x00", "22021"));

  private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/");

  @Test
  void blamesCallerForTextThatItSent() {
    request.setContent(new byte[] {0});

    assertThat(RequestFault.among(NO_TEXT, request))
        .extracting(RequestFault::status)
        .isEqualTo(HttpStatus.BAD_REQUEST);
  }

  @Test
  void doesNotBlameCallerWhoSentNoText() {
    assertThat(RequestFault.among(NO_TEXT, request)).isNull();
  }

  @Test
  void blamesCallerForTooLongJsonOfTheBodyOnly() {
    StreamConstraintsException tooLong = new StreamConstraintsException("too long");
    MockHttpInputMessage body = new MockHttpInputMessage(new byte[0]);

    assertThat(
            RequestFault.among(
                new HttpMessageNotReadableException("unreadable", tooLong, body), request))
        .isEqualTo(new RequestFault(HttpStatus.CONTENT_TOO_LARGE, "too long"));
    assertThat(RequestFault.among(new IllegalStateException(tooLong), request)).isNull();
  }

  @Test
  void blamesTheDiskForPartsThatCannotBeWrittenOnly() {
    assertThat(RequestFault.among(unread(new IOException("No space left on device")), request))
        .extracting(RequestFault::status)
        .isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    assertThat(RequestFault.among(unread(new ClientAbortException("gone")), request)).isNull();
  }

  private static Exception unread(IOException cause) {
    return new MultipartException(
        "Failed to parse", new IOException(new IOFileUploadException("Failed", cause)));
  }

  @Test
  void problemHasStatusOfResponse() {
    ErrorShape.Body body =
        new ProblemShape()
            .body(request, 503, "Try again.", new ErrorResponseException(HttpStatus.BAD_REQUEST));

    assertThat(body.contentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    assertThat(body.text()).contains("\"status\":503", "Try again.");
  }
}
