package org.reprise.lists.dataimport;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Files on their way to an import (mod-data-import, 3.0). */
@RestController
@RequestMapping("/data-import/uploadDefinitions")
class UploadController {
  private static final Paging.Sizes SIZES = new Paging.Sizes("limit", 0, 10, 1_000);
  private static final int MAX_NAME = 255;
  // What the report's imports did, by the names that FOLIO's performance tests give the profile.
  private static final Set<String> PROFILES =
      Set.of("create instances, holdings and items", "ptf - create 2", "ptf create 2");

  private final Uploads uploads;
  private final Jobs jobs;
  private final ImportSettings settings;
  private final ObjectProvider<ImportWork> work;

  UploadController(
      Uploads uploads, Jobs jobs, ImportSettings settings, ObjectProvider<ImportWork> work) {
    this.uploads = uploads;
    this.jobs = jobs;
    this.settings = settings;
    this.work = work;
  }

  record NewDefinition(@Nullable List<@Nullable NewFile> fileDefinitions) {}

  /** A file that will be uploaded; its size in kilobytes is not relied on. */
  @JsonIgnoreProperties("uiKey")
  record NewFile(@Nullable String name, @Nullable Long size) {}

  record ProcessFiles(@Nullable Reference uploadDefinition, @Nullable ProfileInfo jobProfileInfo) {}

  /** The definition as its owner has read it; only its id is used. */
  @JsonIgnoreProperties({
    "metaJobExecutionId",
    "status",
    "createDate",
    "fileDefinitions",
    "metadata"
  })
  record Reference(@Nullable UUID id) {}

  @JsonIgnoreProperties("hidden")
  record ProfileInfo(@Nullable UUID id, @Nullable String name, @Nullable String dataType) {}

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  UploadDefinition create(Caller caller, @RequestBody NewDefinition body) {
    return uploads.create(caller, fileName(body));
  }

  private static String fileName(NewDefinition body) {
    List<@Nullable NewFile> files = body.fileDefinitions();
    NewFile file = files == null || files.size() != 1 ? null : files.getFirst();
    if (file == null) {
      throw unprocessable(
          "file.definitions.invalid", "A definition has one file", "fileDefinitions");
    }
    String name = file.name();
    // PostgreSQL takes no U+0000, and no other control is in a name that somebody can read.
    if (name == null
        || name.isBlank()
        || name.length() > MAX_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw unprocessable(
          "file.definitions.invalid",
          "A file's name has 1 to %d characters, and no control characters".formatted(MAX_NAME),
          "fileDefinitions[0].name");
    }
    return name;
  }

  @GetMapping
  UploadDefinition.UploadDefinitionPage page(
      Tenant tenant,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "10") int limit) {
    return uploads.page(tenant, Paging.of(offset, limit, SIZES));
  }

  @GetMapping("/{id}")
  UploadDefinition get(Tenant tenant, @PathVariable UUID id) {
    return uploads.get(tenant, id);
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(Tenant tenant, @PathVariable UUID id) {
    uploads.delete(tenant, id);
  }

  @PostMapping(path = "/{id}/files/{file}", consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE)
  @Action("upload")
  UploadDefinition upload(
      Tenant tenant, @PathVariable UUID id, @PathVariable UUID file, HttpServletRequest request)
      throws IOException {
    if (request.getContentLengthLong() > settings.maxFileSize().toBytes()) {
      throw Pieces.tooLong(settings.maxFileSize());
    }
    return uploads.upload(tenant, id, file, unbounded(request));
  }

  // The service's bound for bodies is for those that are held in memory; files have one of their
  // own.
  private static InputStream unbounded(HttpServletRequest request) throws IOException {
    ServletRequest bare = request;
    while (bare instanceof ServletRequestWrapper wrapper) {
      bare = wrapper.getRequest();
    }
    return bare.getInputStream();
  }

  @PostMapping("/{id}/processFiles")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Action("process.files")
  void process(Tenant tenant, @PathVariable UUID id, @RequestBody ProcessFiles body) {
    JobExecution.Profile profile = profile(body.jobProfileInfo());
    Reference named = body.uploadDefinition();
    if (named != null && named.id() != null && !id.equals(named.id())) {
      throw unprocessable(
          "upload.definition.mismatch",
          "The body names another upload definition than the path",
          "uploadDefinition.id");
    }
    jobs.start(tenant, uploads.get(tenant, id).metaJobExecutionId(), profile);
    work.ifAvailable(ImportWork::announce);
  }

  private static JobExecution.Profile profile(@Nullable ProfileInfo info) {
    String name = info == null ? null : info.name();
    if (info == null || name == null || !PROFILES.contains(name.toLowerCase(Locale.ROOT))) {
      throw unprocessable(
          "job.profile.unknown",
          "The job profile is 'Create instances, holdings and items'",
          "jobProfileInfo.name");
    }
    if (info.dataType() != null && !info.dataType().equals("MARC")) {
      throw unprocessable(
          "job.profile.unknown", "The data type is MARC", "jobProfileInfo.dataType");
    }
    return new JobExecution.Profile(name, info.id(), "MARC");
  }

  private static Refusal unprocessable(String code, String message, String path) {
    return new Refusal(
        HttpStatus.UNPROCESSABLE_CONTENT, code, message, new Parameter("path", path));
  }
}
