package org.reprise.load.clm;

import static org.reprise.load.clm.Applications.CCM;
import static org.reprise.load.clm.Applications.QM;
import static org.reprise.load.clm.Applications.RM;

import java.util.List;

/** Two applications with the types of the artifacts that users create, and the link of these. */
public record Scenario(String from, String fromType, String predicate, String to, String toType) {
  private static final String VOCABULARY = "http://open-services.net/ns/";
  private static final String TITLE = "http://purl.org/dc/terms/title";

  /** Linking work items to requirements (RTC-DNG). */
  public static final Scenario CCM_RM =
      of(CCM, "cm#ChangeRequest", "cm#implementsRequirement", RM, "rm#Requirement");

  /** Linking work items to test cases (RTC-RQM). */
  public static final Scenario CCM_QM =
      of(CCM, "cm#ChangeRequest", "cm#testedByTestCase", QM, "qm#TestCase");

  /** Linking test cases to requirements (RQM-DNG). */
  public static final Scenario QM_RM =
      of(QM, "qm#TestCase", "qm#validatesRequirement", RM, "rm#Requirement");

  public static final List<Scenario> ALL = List.of(CCM_RM, CCM_QM, QM_RM);

  private static Scenario of(String from, String fromType, String link, String to, String toType) {
    return new Scenario(from, VOCABULARY + fromType, VOCABULARY + link, to, VOCABULARY + toType);
  }

  /** As the baseline calls it: {@code ccm-rm}. */
  public String id() {
    return from + "-" + to;
  }

  public static Scenario named(String id) {
    return ALL.stream()
        .filter(it -> it.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + id));
  }

  public static String created(String type, String title) {
    return "[] a <%s> ; <%s> \"%s\" .".formatted(type, TITLE, title);
  }

  public String linked(String source, String title, String target) {
    return "<%s> a <%s> ; <%s> \"%s\" ; <%s> <%s> ."
        .formatted(source, fromType, TITLE, title, predicate, target);
  }
}
