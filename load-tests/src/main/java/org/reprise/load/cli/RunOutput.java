package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;

/** What a run leaves in its folder and on the terminal. */
final class RunOutput {
  private RunOutput() {}

  static void write(RunDirectory directory, RunRecord record) throws IOException {
    directory.write(record);
    draw(directory, record);
    directory.markLatest();
  }

  static void draw(RunDirectory directory, RunRecord record) throws IOException {
  }

  static void print(RunComparison comparison, PrintWriter out) {
    out.println(comparison);
    out.flush();
  }

  static void print(Baseline report, Comparison comparison, PrintWriter out) {
    out.println(comparison.scale());
    out.flush();
  }

  static void print(RunDirectory directory, RunRecord record, PrintWriter out) {
    out.println("valid: " + record.valid() + " " + record.invalidReasons());
    out.println("summary: " + record.summary());
    out.println("run.json in " + directory.path());
    out.flush();
  }
}
