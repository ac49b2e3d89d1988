package org.reprise.lists.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

class TextBudgetTest {
  private final List<ServletRequestAttributes> requests = new ArrayList<>();

  @AfterEach
  void endRequests() {
    requests.forEach(ServletRequestAttributes::requestCompleted);
    RequestContextHolder.resetRequestAttributes();
  }

  private void answer(long texts) {
    requests.add(new ServletRequestAttributes(new MockHttpServletRequest()));
    RequestContextHolder.setRequestAttributes(requests.getLast());
    new TextBudget().add(texts);
  }

  @Test
  void keepsShortAnswersServedBesideLongOnes() {
    Refusal full =
        catchThrowableOfType(
            Refusal.class,
            () -> {
              while (true) {
                answer(TextBudget.MAX_LENGTH);
              }
            });
    assertThat(full.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    for (int i = 0; i < 1_000; i++) {
      answer(100_000);
    }
    requests.forEach(ServletRequestAttributes::requestCompleted);
    answer(TextBudget.MAX_LENGTH);
  }

  @Test
  void refusesLongAnswerWhereverThereIsRoom() {
    assertThatThrownBy(() -> answer(TextBudget.MAX_LENGTH + 1L))
        .isInstanceOfSatisfying(
            Refusal.class,
            refused -> assertThat(refused.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST));
  }
}
