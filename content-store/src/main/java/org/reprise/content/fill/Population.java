package org.reprise.content.fill;

import java.util.List;

/** What the report's repository held before its tests (its Table 14). */
final class Population {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;
  private static final String WORD = "application/msword";
  private static final String EXCEL = "application/vnd.ms-excel";
  private static final String POWERPOINT = "application/vnd.ms-powerpoint";
  private static final String PDF = "application/pdf";

  /** Rows of the table, in its order. Only the text documents can be read as what they claim. */
  static final List<Group> GROUPS =
      List.of(
          new Group("Text 1 KiB", 3_000_000, KIB, "text/plain", "txt"),
          new Group("Text 10 KiB", 1_500_000, 10 * KIB, "text/plain", "txt"),
          new Group("XLS 100 KiB", 450_000, 100 * KIB, EXCEL, "xls"),
          new Group("PPT 500 KiB", 150_000, 500 * KIB, POWERPOINT, "ppt"),
          new Group("DOC 2 MiB", 15_000, 2 * MIB, WORD, "doc"),
          new Group("PDF 5 MiB 1", 2_000, 5 * MIB, PDF, "pdf"),
          new Group("JPG 10 MiB", 1_500, 10 * MIB, "image/jpeg", "jpg"),
          new Group("DOC 9 MiB", 4_000, 9 * MIB, WORD, "doc"),
          new Group("PDF 5 MiB 2", 4_000, 5 * MIB, PDF, "pdf"),
          new Group("PPT 6 MiB", 4_000, 6 * MIB, POWERPOINT, "ppt"),
          new Group("XLS 7 MiB", 4_000, 7 * MIB, EXCEL, "xls"));

  private Population() {}

  /**
   * Documents of one size and type.
   *
   * @param count in the report
   * @param size of each, bytes
   */
  record Group(String name, int count, int size, String mediaType, String extension) {
    /** Returns how many there are at a scale; one at least. */
    int count(double scale) {
      return (int) Math.max(1, Math.round(count * scale));
    }
  }
}
