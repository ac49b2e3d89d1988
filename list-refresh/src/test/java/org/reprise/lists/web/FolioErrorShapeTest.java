package org.reprise.lists.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

class FolioErrorShapeTest {
  private static String body(int status, Exception thrown) {
    return new FolioErrorShape().body(new MockHttpServletRequest(), status, "why", thrown).text();
  }

  @ParameterizedTest
  @CsvSource({"400, invalid.request", "503, service.unavailable", "500, internal.server.error"})
  void codeSaysWhetherToTryAgain(int status, String code) {
    assertThat(body(status, new IllegalStateException())).contains('"' + code + '"');
  }

  @Test
  void namesDatabaseThatDoesNotAnswer() {
    IllegalStateException outage = new IllegalStateException(new SQLException("", "08006"));
    assertThat(body(503, outage)).contains("\"database.unavailable\"");
  }
}
