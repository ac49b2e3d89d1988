package org.reprise.load.ldx;

import java.util.Arrays;

/** Which two artifacts a user creates, and the link from the first to the second. */
enum Scenario {
  /** Linking work items to requirements (RTC-DNG). */
  CCM_RM(
      LdxServices.CCM,
      "cm#ChangeRequest",
      "cm#implementsRequirement",
      LdxServices.RM,
      "rm#Requirement"),

  /** Linking work items to test cases (RTC-RQM). */
  CCM_QM(LdxServices.CCM, "cm#ChangeRequest", "cm#testedByTestCase", LdxServices.QM, "qm#TestCase"),

  /** Linking test cases to requirements (RQM-DNG). */
  QM_RM(LdxServices.QM, "qm#TestCase", "qm#validatesRequirement", LdxServices.RM, "rm#Requirement");

  private static final String VOCABULARY = "http://open-services.net/ns/";
  private static final String TITLE = "http://purl.org/dc/terms/title";

  private final String from;
  private final String fromType;
  private final String predicate;
  private final String to;
  private final String toType;

  Scenario(String from, String fromType, String predicate, String to, String toType) {
    this.from = from;
    this.fromType = VOCABULARY + fromType;
    this.predicate = VOCABULARY + predicate;
    this.to = to;
    this.toType = VOCABULARY + toType;
  }

  /** As the baseline calls it: {@code ccm-rm}. */
  String id() {
    return from + "-" + to;
  }

  /** The one that the baseline calls so. */
  static Scenario named(String id) {
    return Arrays.stream(values())
        .filter(it -> it.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + id));
  }

  /** The application with the artifact that holds the link. */
  String from() {
    return from;
  }

  /** The application with the one that it points to. */
  String to() {
    return to;
  }

  /** The link's property. */
  String predicate() {
    return predicate;
  }

  /** A new artifact that will hold the link, as Turtle. */
  String newSource(String title) {
    return "[] a <%s> ; <%s> \"%s\" .".formatted(fromType, TITLE, title);
  }

  /** A new artifact that will be pointed to, as Turtle. */
  String newTarget(String title) {
    return "[] a <%s> ; <%s> \"%s\" .".formatted(toType, TITLE, title);
  }

  /** The first artifact with the link, as Turtle. */
  String linked(String source, String title, String target) {
    return "<%s> a <%s> ; <%s> \"%s\" ; <%s> <%s> ."
        .formatted(source, fromType, TITLE, title, predicate, target);
  }
}
