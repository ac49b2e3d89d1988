package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.RawFileBody;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.doWhile;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/**
 * The user that imports: an upload definition, the file, processing, and looks at the job until it
 * has ended.
 */
final class ImportChain {
  private static final String JOBS = "jobs";
  private static final String JOB = "job";
  private static final String STATE = "state";
  private static final String STARTED = "started";
  private static final String COMPLETED = "completed";
  private static final String DEFINITION = "definitionJson";
  private static final String COMMITTED = "COMMITTED";
  private static final String ERROR = "ERROR";
  private static final Duration UPLOAD_LIMIT = Duration.ofMinutes(2);

  private static final String PROFILE =
      """
      {"id":"e34d7b92-9b83-11eb-a8b3-0242ac130003","name":"Create instances, holdings and items","dataType":"MARC"}\
      """;

  private final FlowLoad.Imports load;
  private final Course course;
  private final Recorder recorder;

  ImportChain(FlowLoad.Imports load, Course course, Recorder recorder) {
    this.load = load;
    this.course = course;
    this.recorder = recorder;
  }

  ChainBuilder chain() {
    return exec(
            session -> {
              course.begin(System.nanoTime());
              return session.set(JOBS, 0);
            })
        .exec(
            asLongAs(session -> course.importAgain(session.getInt(JOBS), System.nanoTime()))
                .on(
                    exec(session -> session.set(JOBS, session.getInt(JOBS) + 1).set(STATE, "NEW"))
                        .exec(exitBlockOnFail().on(job()))
                        .exec(this::recorded)))
        .exec(session -> {
          course.imported();
          return session;
        });
  }

  private ChainBuilder job() {
    var define =
        FlowCall.post(
                "upload definition",
                "/data-import/uploadDefinitions",
                "{\"fileDefinitions\":[{\"name\":\"%s\"}]}"
                    .formatted(Path.of(load.file()).getFileName()),
                201)
            .remembering("definition", "id")
            .remembering("file", "fileDefinitions[0].id")
            .remembering(JOB, "fileDefinitions[0].jobExecutionId");
    return define
        .sent(load.base())
        .exec(upload())
        .exec(process())
        .exec(
            doWhile(ImportChain::working).on(pause(Duration.ofMillis(load.pollMs())).exec(look())));
  }

  private ChainBuilder upload() {
    return call(
        "file",
        http("file")
            .post(load.base() + "/data-import/uploadDefinitions/#{definition}/files/#{file}")
            .header("Content-Type", "application/octet-stream")
            .requestTimeout(UPLOAD_LIMIT)
            .body(RawFileBody(load.file()))
            .check(bodyString().saveAs(DEFINITION)),
        200);
  }

  private ChainBuilder process() {
    return call(
        "process files",
        http("process files")
            .post(load.base() + "/data-import/uploadDefinitions/#{definition}/processFiles")
            .header("Content-Type", "application/json")
            .body(
                StringBody(session ->
                    "{\"uploadDefinition\":%s,\"jobProfileInfo\":%s}"
                        .formatted(session.getString(DEFINITION), PROFILE))),
        204);
  }

  private ChainBuilder look() {
    return FlowCall.get("job execution", "/metadata-provider/jobExecutions/#{job}")
        .remembering(STATE, "status")
        .remembering(STARTED, "startedDate || ''")
        .remembering(COMPLETED, "completedDate || ''")
        .sent(load.base());
  }

  private static boolean working(Session session) {
    var state = session.getString(STATE);
    return !session.isFailed() && !COMMITTED.equals(state) && !ERROR.equals(state);
  }

  private Session recorded(Session session) {
    if (session.contains(JOB)) {
      Acknowledged.job(recorder, Objects.requireNonNull(session.getString(JOB)));
    }
    if (!session.isFailed() && COMMITTED.equals(session.getString(STATE))) {
      try {
        recorder.record(FlowOperation.IMPORT, length(session));
      } catch (IllegalStateException e) {
        recorder.failed(FlowOperation.IMPORT, String.valueOf(e.getMessage()));
      }
      return session;
    }
    recorder.failed(
        FlowOperation.IMPORT,
        session.isFailed()
            ? Turn.failure(session)
            : "the job ended as " + session.getString(STATE));
    return session.markAsSucceeded();
  }

  /** As the job itself says: a look at it comes up to a whole pause too late. */
  private static Duration length(Session session) {
    try {
      return Duration.between(
          OffsetDateTime.parse(Objects.requireNonNull(session.getString(STARTED))),
          OffsetDateTime.parse(Objects.requireNonNull(session.getString(COMPLETED))));
    } catch (DateTimeException e) {
      throw new IllegalStateException("the job says no dates: " + e.getMessage(), e);
    }
  }
}
