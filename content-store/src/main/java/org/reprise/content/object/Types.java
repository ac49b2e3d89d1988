package org.reprise.content.object;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.RepositoryFault.Kind;

/** The types that objects can have. Clients cannot add any. */
public final class Types {
  public static final String FOLDER = "cmis:folder";
  public static final String DOCUMENT = "cmis:document";

  public static final String VERSIONED = "reprise:document";

  public static final String NAME = "cmis:name";

  /** The property that tells searches from other documents. */
  public static final String SEARCH_TYPE = "reprise:searchType";

  /** Characters of a description or a comment: a page has a thousand of each. */
  public static final int MAX_TEXT = 4000;

  private static final Set<String> DOCUMENTS = Set.of(DOCUMENT, VERSIONED);

  private Types() {}

  public static boolean isVersioned(String type) {
    return type.equals(VERSIONED);
  }

  /**
   * Rejects a text of too many characters.
   *
   * @throws RepositoryFault constraint
   */
  public static void requireLength(String what, @Nullable String text, int max) {
    if (text != null && text.length() > max) {
      throw Kind.CONSTRAINT.fault("The %s has at most %d characters.".formatted(what, max));
    }
  }

  /**
   * Rejects what is no type of documents.
   *
   * @throws RepositoryFault constraint
   */
  static void requireDocument(String type) {
    if (!DOCUMENTS.contains(type)) {
      throw Kind.CONSTRAINT.fault(
          "There is no type of documents '%s'; there are %s.".formatted(type, DOCUMENTS));
    }
  }
}
