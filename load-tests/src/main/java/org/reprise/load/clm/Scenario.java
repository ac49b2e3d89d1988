package org.reprise.load.clm;

import java.util.List;

/** Two applications with the types of the artifacts that users create, and the link of these. */
public record Scenario(String from, String fromType, String predicate, String to, String toType) {
  private static final String VOCABULARY = "http://open-services.net/ns/";
  private static final String TITLE = "http://purl.org/dc/terms/title";

  /** Linking work items to requirements (RTC-DNG). */
  public static final Scenario CCM_RM =
      new Scenario(
          Applications.CCM,
          VOCABULARY + "cm#ChangeRequest",
          VOCABULARY + "cm#implementsRequirement",
          Applications.RM,
          VOCABULARY + "rm#Requirement");

  /** Linking work items to test cases (RTC-RQM). */
  public static final Scenario CCM_QM =
      new Scenario(
          Applications.CCM,
          CCM_RM.fromType,
          VOCABULARY + "cm#testedByTestCase",
          Applications.QM,
          VOCABULARY + "qm#TestCase");

  /** Linking test cases to requirements (RQM-DNG). */
  public static final Scenario QM_RM =
      new Scenario(
          Applications.QM,
          CCM_QM.toType,
          VOCABULARY + "qm#validatesRequirement",
          Applications.RM,
          CCM_RM.toType);

  public static final List<Scenario> ALL = List.of(CCM_RM, CCM_QM, QM_RM);

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

  /** A new artifact of a type, as Turtle. */
  public static String created(String type, String title) {
    return "[] a <%s> ; <%s> \"%s\" .".formatted(type, TITLE, title);
  }

  /** The first artifact with the link, as Turtle. */
  public String linked(String source, String title, String target) {
    return "<%s> a <%s> ; <%s> \"%s\" ; <%s> <%s> ."
        .formatted(source, fromType, TITLE, title, predicate, target);
  }
}
