package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.RawFileBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.doWhile;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;
import static org.reprise.load.generator.Turn.text;
import static org.reprise.load.lists.Requests.save;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Set;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/** The user that imports: upload definition, file, processing, and looks at the job to its end. */
record ImportFlow(ListsLoad.Imports load, Course course, Recorder recorder) {
  private static final String JOBS = "jobs";
  private static final String JOB = "job";
  private static final String STATE = "state";
  private static final String STARTED = "started";
  private static final String COMPLETED = "completed";
  private static final String COMMITTED = "COMMITTED";
  private static final Duration UPLOAD_TIMEOUT = Duration.ofMinutes(2);

  private static final String PROCESS =
      """
      {"uploadDefinition":#{definitionJson},"jobProfileInfo":{"id":"e34d7b92-9b83-11eb-a8b3-0242ac130003",\
      "name":"Create instances, holdings and items","dataType":"MARC"}}\
      """;

  ChainBuilder chain() {
    return Turn.step(_ -> course.begin(System.nanoTime()))
        .exec(
            asLongAs(it -> course.importAgain(it.getInt(JOBS), System.nanoTime()), JOBS)
                .on(
                    exec(session -> session.remove(JOB))
                        .exec(exitBlockOnFail().on(job()))
                        .exec(this::recorded)))
        .exec(Turn.step(_ -> course.imported()));
  }

  private ChainBuilder job() {
    var requests = new Requests(load.base());
    var name = Path.of(load.file()).getFileName();
    var definition = "/data-import/uploadDefinitions/#{definition}";
    var upload =
        http("file")
            .post(load.base() + definition + "/files/#{file}")
            .header("Content-Type", "application/octet-stream")
            .requestTimeout(UPLOAD_TIMEOUT)
            .body(RawFileBody(load.file()))
            .check(bodyString().saveAs("definitionJson"));
    var look =
        requests.get(
            "job execution",
            "/metadata-provider/jobExecutions/#{job}",
            save(STATE, "status"),
            save(STARTED, "startedDate || ''"),
            save(COMPLETED, "completedDate || ''"));
    return requests
        .post(
            "upload definition",
            "/data-import/uploadDefinitions",
            "{\"fileDefinitions\":[{\"name\":\"%s\"}]}".formatted(name),
            201,
            save("definition", "id"),
            save("file", "fileDefinitions[0].id"),
            save(JOB, "fileDefinitions[0].jobExecutionId"))
        .exec(call("file", upload, 200))
        .exec(requests.post("process files", definition + "/processFiles", PROCESS, 204))
        .exec(doWhile(ImportFlow::isWorking).on(pause(load.pollPause()).exec(look)));
  }

  private static boolean isWorking(Session session) {
    return !session.isFailed() && !Set.of(COMMITTED, "ERROR").contains(text(session, STATE));
  }

  /** Records the length that the job itself says: a look at it comes up to a whole pause late. */
  private Session recorded(Session session) {
    if (session.contains(JOB)) {
      recorder.acknowledged(ListsLoad.JOB, text(session, JOB));
    }
    if (session.isFailed()) {
      recorder.failed(ListsLoad.IMPORT, Turn.failure(session));
    } else if (!text(session, STATE).equals(COMMITTED)) {
      recorder.failed(ListsLoad.IMPORT, "the job ended as " + text(session, STATE));
    } else {
      try {
        var started = OffsetDateTime.parse(text(session, STARTED));
        var completed = OffsetDateTime.parse(text(session, COMPLETED));
        recorder.record(ListsLoad.IMPORT, Duration.between(started, completed));
      } catch (DateTimeException e) {
        recorder.failed(ListsLoad.IMPORT, "the job has no dates: " + e.getMessage());
      }
    }
    return session.markAsSucceeded();
  }
}
