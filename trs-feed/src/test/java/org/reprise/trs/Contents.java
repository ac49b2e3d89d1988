package org.reprise.trs;

/** What tests save: artifacts as Turtle. */
public final class Contents {
  private static final String PREFIXES =
      """
      @prefix dcterms: <http://purl.org/dc/terms/> .
      @prefix oslc_cm: <http://open-services.net/ns/cm#> .
      @prefix oslc_qm: <http://open-services.net/ns/qm#> .
      @prefix oslc_rm: <http://open-services.net/ns/rm#> .
      """;

  private Contents() {}

  /** A work item with further statements, each after a semicolon. */
  public static String workItem(String title, String... more) {
    return document("oslc_cm:ChangeRequest", title, more);
  }

  /** A test case. */
  public static String testCase(String title, String... more) {
    return document("oslc_qm:TestCase", title, more);
  }

  /** A requirement. */
  public static String requirement(String title, String... more) {
    return document("oslc_rm:Requirement", title, more);
  }

  private static String document(String type, String title, String... more) {
    StringBuilder text = new StringBuilder(PREFIXES);
    text.append("<> a ").append(type).append(" ; dcterms:title \"").append(title).append('"');
    for (String one : more) {
      text.append(" ; ").append(one);
    }
    return text.append(" .").toString();
  }
}
