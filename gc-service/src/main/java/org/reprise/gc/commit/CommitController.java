package org.reprise.gc.commit;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Bodies;
import org.reprise.gc.configuration.ConfigurationReader;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.Pages;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.resolution.ConfigurationDocumentCache;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.IdempotencyKey;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Creates baselines, and reports the progress. */
@RestController
class CommitController {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  private final Commits commits;
  private final Configurations configurations;
  private final ConfigurationDocumentCache documents;
  private final ResourceUris uris;

  CommitController(
      Commits commits,
      Configurations configurations,
      ConfigurationDocumentCache documents,
      ResourceUris uris) {
    this.commits = commits;
    this.configurations = configurations;
    this.documents = documents;
    this.uris = uris;
  }

  @PostMapping(
      path = "/gc/configuration/" + ResourceUris.ID + "/baselines",
      consumes = RdfReader.NO_FORM)
  ResponseEntity<byte[]> create(
      @PathVariable long id,
      @RequestBody(required = false) byte @Nullable [] body,
      HttpServletRequest request) {
    ConfigurationReader reader = ConfigurationReader.ofNew(body, request);
    Activity started =
        commits.begin(id, edit(id, reader), Bodies.account(request), IdempotencyKey.of(request));
    Activity activity = commits.await(started.id(), commits.maxWait());
    return switch (activity.state()) {
      case COMPLETE -> created(activity, request);
      case IN_PROGRESS -> accepted(activity, request);
      case FAILED -> throw refusal(activity);
    };
  }

  // OSLC Configuration Management 1.1, "Creating baselines": the branch is the stream's.
  private Edit edit(long id, ConfigurationReader reader) {
    GlobalConfiguration stream = configurations.get(id);
    Edit edit =
        reader.created(GlobalConfiguration.Kind.BASELINE, uris.component(stream.component()));
    if (edit.branch() != null && !edit.branch().equals(stream.branch())) {
      throw Refusal.invalid(
          "A baseline has the oslc_config:branch of its stream, which is %s."
              .formatted(stream.branch() == null ? "none" : "<" + stream.branch() + ">"));
    }
    return new Edit(edit.title(), edit.description(), edit.subjects(), null, edit.isArchived());
  }

  private ResponseEntity<byte[]> created(Activity activity, HttpServletRequest request) {
    long id = activity.baseline() == null ? 0 : activity.baseline();
    if (activity.isReused()) {
      return ResponseEntity.status(HttpStatus.SEE_OTHER)
          .location(URI.create(uris.configuration(id)))
          .build();
    }
    return documents.created(id, request);
  }

  private ResponseEntity<byte[]> accepted(Activity activity, HttpServletRequest request) {
    RdfFormat format = RdfAnswer.formatOfStored(request);
    return ResponseEntity.accepted()
        .location(URI.create(uris.activity(activity.id())))
        .contentType(format.contentType())
        .body(RdfWriter.write(ActivityDocuments.of(activity, uris), format));
  }

  private static Refusal refusal(Activity activity) {
    HttpStatus status = HttpStatus.resolve(activity.status());
    return status == HttpStatus.SERVICE_UNAVAILABLE
        ? Refusal.unavailable(activity.message(), RETRY_AFTER)
        : new Refusal(
            status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status, activity.message());
  }

  @GetMapping("/gc/activity/" + ResourceUris.ID)
  ResponseEntity<byte[]> activity(@PathVariable long id, HttpServletRequest request) {
    if (Pages.isPreferred(request)) {
      return Pages.redirect(uris.page(uris.activity(id)));
    }
    return RdfAnswer.of(request, ActivityDocuments.of(commits.get(id), uris));
  }
}
