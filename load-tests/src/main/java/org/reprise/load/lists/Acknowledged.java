package org.reprise.load.lists;

import java.util.List;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Sample;

/** What the services acknowledged to a load, so that it can be looked for afterwards. */
final class Acknowledged {
  private static final String LENT = "lent";
  private static final String RETURNED = "returned";
  private static final String JOB = "job";
  private static final String REFRESHED = "refreshed";

  private Acknowledged() {}

  /**
   * A refresh that ended well.
   *
   * @param records how many the service counted
   */
  record Refreshed(String list, String refresh, long records) {
    private String text() {
      return list + " " + refresh + " " + records;
    }

    private static Refreshed of(String text) {
      var parts = text.split(" ");
      return new Refreshed(parts[0], parts[1], Long.parseLong(parts[2]));
    }
  }

  static void lent(Recorder recorder, String loan) {
    recorder.acknowledged(LENT, loan);
  }

  static void returned(Recorder recorder, String loan) {
    recorder.acknowledged(RETURNED, loan);
  }

  static void job(Recorder recorder, String id) {
    recorder.acknowledged(JOB, id);
  }

  static void refreshed(Recorder recorder, Refreshed refresh) {
    recorder.acknowledged(REFRESHED, refresh.text());
  }

  /** Ids of loans that a check-out answered. */
  static List<String> lent(Sample sample) {
    return sample.acknowledged(LENT);
  }

  static List<String> returned(Sample sample) {
    return sample.acknowledged(RETURNED);
  }

  static List<String> jobs(Sample sample) {
    return sample.acknowledged(JOB);
  }

  static List<Refreshed> refreshes(Sample sample) {
    return sample.acknowledged(REFRESHED).stream().map(Refreshed::of).toList();
  }
}
