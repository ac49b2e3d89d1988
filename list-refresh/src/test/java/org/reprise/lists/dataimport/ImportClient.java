package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Set;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import tools.jackson.databind.JsonNode;

/** Imports files over HTTP. */
record ImportClient(ListsClient http) {
  static final Duration LIMIT = Duration.ofMinutes(30);
  static final String DEFINITIONS = "/data-import/uploadDefinitions";
  private static final Set<String> ENDED = Set.of("COMMITTED", "ERROR");
  static final String PROFILE =
      """
      {"jobProfileInfo": {"id": "9f0e7f5a-2b0c-4f57-8b52-6a6a6f0b6d11",
        "name": "Create instances, holdings and items", "dataType": "MARC"}}\
      """;

  /** A definition that was made. */
  record Made(String id, String file, String job) {
    String path() {
      return DEFINITIONS + "/" + id;
    }
  }

  Made define(String fileName) {
    Answer answer =
        http.json(
            "POST", DEFINITIONS, "{\"fileDefinitions\": [{\"name\": \"%s\"}]}".formatted(fileName));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    JsonNode made = answer.json();
    return new Made(
        made.get("id").asString(),
        made.at("/fileDefinitions/0/id").asString(),
        made.get("metaJobExecutionId").asString());
  }

  Answer upload(Made made, byte[] content) {
    return http.send(
        "POST",
        made.path() + "/files/" + made.file(),
        BodyPublishers.ofByteArray(content),
        "application/octet-stream");
  }

  Answer process(Made made) {
    return http.json("POST", made.path() + "/processFiles", PROFILE);
  }

  /** Uploads a file and asks for its import. */
  Made begin(byte[] content) {
    Made made = define("books.mrc");
    Answer uploaded = upload(made, content);
    assertThat(uploaded.status()).as(uploaded.toString()).isEqualTo(200);
    Answer processed = process(made);
    assertThat(processed.status()).as(processed.toString()).isEqualTo(204);
    return made;
  }

  JsonNode job(Made made) {
    return http.get("/metadata-provider/jobExecutions/" + made.job()).json();
  }

  /** The records that were not imported. */
  JsonNode log(Made made) {
    return log(made, "?errorsOnly=true&limit=1000");
  }

  JsonNode log(Made made, String parameters) {
    return http.get("/metadata-provider/jobLogEntries/" + made.job() + parameters).json();
  }

  /** Waits until a job has ended, whatever the service answers meanwhile, and how. */
  JsonNode awaitEnd(Made made) {
    return await()
        .atMost(LIMIT)
        .until(() -> job(made), job -> ENDED.contains(job.path("status").asString("")));
  }

  void awaitCommitted(Made made, int records) {
    JsonNode job = awaitEnd(made);
    assertThat(job.get("status").asString()).as("%s %s", job, log(made)).isEqualTo("COMMITTED");
    assertThat(job.at("/progress/total").asInt()).isEqualTo(records);
    assertThat(job.at("/progress/current").asInt()).isEqualTo(records);
  }
}
