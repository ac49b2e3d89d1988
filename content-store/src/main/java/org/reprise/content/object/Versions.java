package org.reprise.content.object;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.store.Contents;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The versions of documents, and their working copies (CMIS 1.1, section 2.1.13). */
@Service
public class Versions {
  private final JdbcClient database;
  private final Contents contents;
  private final Documents documents;
  private final Folders folders;

  Versions(JdbcClient database, Contents contents, Documents documents, Folders folders) {
    this.database = database;
    this.contents = contents;
    this.documents = documents;
    this.folders = folders;
  }

  /** Returns working copies in the repository, or in a folder, by their names. */
  public List<Version> checkedOut(@Nullable UUID folder, int max, long skip) {
    return documents.search(
        new Search(
            "v.is_working_copy" + (folder == null ? "" : " and o.parent = ?"),
            "v.name, v.id",
            folder == null ? List.of() : List.of(folder),
            max,
            skip));
  }

  /**
   * Makes the working copy of a document, with the content of its latest version.
   *
   * @throws RepositoryFault where the type has no versions, or somebody has checked it out
   */
  @Transactional
  public Version checkOut(UUID version, String user) {
    Version latest = documents.lock(version);
    if (!Types.isVersioned(latest.type())) {
      throw Documents.unversioned(latest.type());
    }
    if (!latest.isLatest()) {
      throw Kind.VERSIONING.fault("Only the latest version of a document can be checked out.");
    }
    UUID workingCopy = UUID.randomUUID();
    try {
      database
          .sql(
              """
              insert into version (id, object, number, is_major, is_latest, is_latest_major,
                is_working_copy, name, type, created_by, created_at, modified_by, modified_at,
                digest, size, media_type, file_name, search_type, properties, text)
              select :copy, object, number + 1, false, false, false, true, name, type, :user, now(),
                :user, now(), digest, size, media_type, file_name, search_type, properties, text
              from version where id = :latest
              """)
          .param("copy", workingCopy)
          .param("user", user)
          .param("latest", version)
          .update();
    } catch (DuplicateKeyException e) {
      throw Kind.UPDATE_CONFLICT.fault("The document " + latest.document() + " is checked out.");
    }
    folders.changed(workingCopy, "created");
    return documents.require(workingCopy);
  }

  /** Deletes a working copy; the document goes with it if it has no version. */
  @Transactional
  public void cancelCheckOut(UUID workingCopy) {
    delete(requireWorkingCopy(workingCopy));
  }

  private Version requireWorkingCopy(UUID id) {
    Version version = documents.lock(id);
    if (!version.isWorkingCopy()) {
      throw Kind.VERSIONING.fault("The object " + id + " is no working copy.");
    }
    return version;
  }

  /**
   * Makes a working copy the latest version.
   *
   * @param content null to keep that of the working copy
   */
  @Transactional(rollbackFor = Exception.class)
  public Version checkIn(
      UUID workingCopy,
      boolean isMajor,
      Edit edit,
      @Nullable NewContent content,
      @Nullable String comment,
      String user)
      throws IOException {
    Types.requireLength("check-in comment", comment, Types.MAX_TEXT);
    Version before = requireWorkingCopy(workingCopy);
    String name = documents.edit(before, edit, user);
    if (content != null) {
      documents.setContent(before, content, user);
    }
    database
        .sql(
            """
            update version set is_latest = false, is_latest_major = is_latest_major and not ?
            where object = ? and (is_latest or is_latest_major)
            """)
        .params(isMajor, before.document())
        .update();
    database
        .sql(
            """
            update version set is_working_copy = false, is_latest = true, is_major = :major,
              is_latest_major = :major, label = :label, comment = :comment
            where id = :version
            """)
        .param("major", isMajor)
        .param("label", nextLabel(before.document(), isMajor))
        .param("comment", comment)
        .param("version", workingCopy)
        .update();
    documents.rename(before.document(), name);
    folders.changed(workingCopy, "updated");
    return documents.require(workingCopy);
  }

  private String nextLabel(UUID document, boolean isMajor) {
    String last =
        database
            .sql(
                """
                select label from version where object = ? and label is not null
                order by number desc limit 1
                """)
            .param(document)
            .query(String.class)
            .optional()
            .orElse("0.0");
    String[] numbers = last.split("\\.");
    int major = Integer.parseInt(numbers[0]);
    return isMajor ? (major + 1) + ".0" : major + "." + (Integer.parseInt(numbers[1]) + 1);
  }

  /** Deletes one version; the one before it becomes the latest. */
  @Transactional
  public void delete(UUID version) {
    delete(documents.lock(version));
  }

  private void delete(Version version) {
    database.sql("delete from version where id = ?").param(version.id()).update();
    folders.changed(version.id(), "deleted");
    if (version.content() != null) {
      contents.release(List.of(version.content().digest()));
    }
    Optional<Version> rest = documents.latest(version.document());
    if (rest.isEmpty()) {
      database.sql("delete from object where id = ?").param(version.document()).update();
      return;
    }
    Version newest = rest.get();
    if (version.isLatest() && !newest.isWorkingCopy()) {
      database.sql("update version set is_latest = true where id = ?").param(newest.id()).update();
      documents.rename(version.document(), newest.name());
    }
    if (version.isLatestMajor()) {
      database
          .sql(
              """
              update version set is_latest_major = true where id = (
                select id from version where object = ? and is_major order by number desc limit 1)
              """)
          .param(version.document())
          .update();
    }
  }
}
