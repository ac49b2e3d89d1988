package org.reprise.ebms.agreement;

import static java.util.stream.Collectors.groupingBy;

import io.swagger.v3.oas.annotations.Hidden;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;

/** The operators' pages of agreements. */
@Hidden
@Controller
@RequestMapping(path = "/ebms-admin/agreements", produces = MediaType.TEXT_HTML_VALUE)
class AgreementPages {
  private static final int PAGE_SIZE = 100;

  private final Agreements agreements;

  AgreementPages(Agreements agreements) {
    this.agreements = agreements;
  }

  /** Agreements by name, after one of them. */
  @GetMapping
  ModelAndView list(@RequestParam(defaultValue = "") String after) {
    List<AgreementController.Summary> page =
        AgreementController.summaries(agreements).stream()
            .filter(one -> one.cpaId().compareTo(after) > 0)
            .sorted((one, other) -> one.cpaId().compareTo(other.cpaId()))
            .limit(PAGE_SIZE)
            .toList();
    Map<String, List<Agreements.Ending>> endings =
        agreements.endingSoon().stream().collect(groupingBy(Agreements.Ending::cpaId));
    return new ModelAndView("agreements")
        .addObject("place", "agreements")
        .addObject("agreements", page)
        .addObject(
            "imports",
            agreements.imports(page.stream().map(AgreementController.Summary::cpaId).toList()))
        .addObject("endings", endings)
        .addObject("next", page.size() < PAGE_SIZE ? null : page.getLast().cpaId());
  }

  @GetMapping("/one")
  ModelAndView one(@RequestParam String cpaId) {
    Agreement agreement = agreements.find(cpaId);
    return new ModelAndView("agreement")
        .addObject("place", "agreements")
        .addObject("agreement", AgreementController.summary(agreements, cpaId))
        .addObject("imported", agreements.imports(List.of(cpaId)).get(cpaId))
        .addObject(
            "certificates",
            agreement == null ? List.of() : AgreementController.certificates(agreement, agreements))
        .addObject("now", Instant.now())
        .addObject("soon", Instant.now().plus(Agreements.SOON))
        .addObject(
            "document",
            UriComponentsBuilder.fromPath("/api/v1/agreements/{cpaId}").build(cpaId).toString());
  }
}
