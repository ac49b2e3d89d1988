package org.reprise.content.object;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Folders.Names;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Digest;
import org.reprise.content.store.RecentContents;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Documents, and what all their versions have. Each operation is one transaction, which also puts
 * the content in its place. Operations on one document wait for each other.
 */
@Service
public class Documents {
  private final JdbcClient database;
  private final Contents contents;
  private final Folders folders;
  private final RecentContents<Version.Content> recent;

  Documents(
      JdbcClient database,
      Contents contents,
      Folders folders,
      RecentContents<Version.Content> recent) {
    this.database = database;
    this.contents = contents;
    this.folders = folders;
    this.recent = recent;
  }

  /**
   * Returns a version or a working copy.
   *
   * @throws RepositoryFault objectNotFound
   */
  public Version require(UUID version) {
    return find(version)
        .orElseThrow(() -> Kind.OBJECT_NOT_FOUND.fault("There is no document " + version + "."));
  }

  /**
   * Returns the content of a version, null where it has none; what another instance has changed
   * within the last second may be missing.
   *
   * @throws RepositoryFault objectNotFound
   */
  public Version.@Nullable Content content(UUID version) {
    return recent.get(version, it -> require(it).content());
  }

  public Optional<Version> find(UUID version) {
    return Rows.versions(database, "where v.id = ?", version).stream().findFirst();
  }

  public List<Version> search(Search search) {
    return Rows.versions(database, search.sql(), search.allParameters());
  }

  /** Returns the latest version, or the working copy of a document without versions. */
  // A working copy has the highest number, and comes last here. The index gives the last numbers;
  // to sort by is_working_copy would read all versions.
  public Optional<Version> latest(UUID document) {
    String rest = "where v.object = ? order by v.number desc limit 2";
    return Rows.versions(database, rest, document).stream()
        .min(Comparator.comparing(Version::isWorkingCopy));
  }

  public Optional<Version> latestMajor(UUID document) {
    String rest = "where v.object = ? and v.is_latest_major";
    return Rows.versions(database, rest, document).stream().findFirst();
  }

  /**
   * Rejects a document that could not be made now, before its content is received.
   *
   * @throws RepositoryFault as {@link #create}
   */
  public void requireVacant(UUID folder, String name, String type) {
    Names.require(name);
    Types.requireDocument(type);
    folders.requireVacant(folder, name);
  }

  /**
   * Makes a document.
   *
   * @param content null for a document without one
   * @throws RepositoryFault where the folder is missing or has an entry of this name
   * @throws org.reprise.content.store.StorageFull if the area has no room for the content
   */
  @Transactional(rollbackFor = Exception.class)
  public Version create(NewDocument document, @Nullable NewContent content, String user)
      throws IOException {
    Names.require(document.name());
    Types.requireDocument(document.type());
    String text = content == null ? null : content.text();
    if (content != null) {
      contents.store(content.received());
    }
    boolean isWorkingCopy = document.isCheckedOut();
    // What is inserted has the names of its tables: the version is read from there.
    Optional<Version> made =
        Names.unique(
            document.name(),
            () ->
                database
                    .sql(
                        """
                        with object as (
                          insert into object (id, parent, name, is_folder, type, created_by, created_at,
                            modified_by, modified_at)
                          select :document, p.id, :name, false, :type, :user, now(), :user, now()
                          from object p where p.id = :folder and p.is_folder
                          returning id, parent),
                        logged as (
                          insert into change (object, kind, at) select :version, 'created', now()
                          from object),
                        version as (
                          insert into version (id, object, number, label, is_major, is_latest,
                            is_latest_major, is_working_copy, name, type, created_by, created_at,
                            modified_by, modified_at, digest, size, media_type, file_name,
                            search_type, properties, text)
                          select :version, id, 1, :label, :major, :latest, :latest and :major,
                            not :latest, :name, :type, :user, now(), :user, now(), :digest,
                            :size, :media, :file, :search, :properties::jsonb,
                            to_tsvector('simple', :text)
                          from object
                          returning *)
                        """
                            + Rows.VERSIONS)
                    .param("document", UUID.randomUUID())
                    .param("version", UUID.randomUUID())
                    .param("folder", document.folder())
                    .param("name", document.name())
                    .param("type", document.type())
                    .param("user", user)
                    .param("label", isWorkingCopy ? null : document.isMajor() ? "1.0" : "0.1")
                    .param("major", document.isMajor())
                    .param("latest", !isWorkingCopy)
                    .param("digest", content == null ? null : content.received().digest().bytes())
                    .param("size", content == null ? null : content.received().size())
                    .param("media", content == null ? null : content.mediaType())
                    .param("file", content == null ? null : content.fileName())
                    .param("search", document.searchType())
                    .param("properties", Rows.json(document.properties()))
                    .param("text", text, java.sql.Types.VARCHAR)
                    .query((row, _) -> Rows.version(row))
                    .optional());
    return made.orElseThrow(() -> Folders.missing(document.folder()));
  }

  /**
   * Makes a document with the content of a version. The content is not copied.
   *
   * @throws RepositoryFault where the version or the folder is missing, or the folder has an entry
   *     of this name
   */
  @Transactional(rollbackFor = Exception.class)
  public Version copy(UUID source, NewDocument document, String user) throws IOException {
    lock(source); // or its content could go meanwhile
    Version copy = create(document, null, user);
    database
        .sql(
            """
            update version set (digest, size, media_type, file_name, text) =
              (select digest, size, media_type, file_name, text from version where id = ?)
            where id = ?
            """)
        .params(source, copy.id())
        .update();
    return require(copy.id());
  }

  /**
   * Changes a version's properties. A new name of the latest version is that of the document in its
   * folder.
   *
   * @param changeToken of the state that the caller knows; null for whatever it is
   */
  @Transactional
  public Version update(UUID version, Edit edit, @Nullable Long changeToken, String user) {
    Version before = lock(version, changeToken);
    String name = edit(before, edit, user);
    if (isNamedBy(before) && !name.equals(before.name())) {
      rename(before.document(), name);
    }
    folders.changed(version, "updated");
    return require(version);
  }

  /** Changes a version's own properties, and returns the name that it has then. */
  String edit(Version before, Edit edit, String user) {
    String name = edit.name(before.name());
    Names.require(name);
    database
        .sql(
            """
            update version set name = :name, search_type = :search,
              properties = :properties::jsonb, modified_by = :user, modified_at = now(),
              change_token = change_token + 1
            where id = :version
            """)
        .param("name", name)
        .param("search", edit.searchType(before.searchType()))
        .param("properties", Rows.json(edit.properties(before.properties())))
        .param("user", user)
        .param("version", before.id())
        .update();
    return name;
  }

  // A document is named by its latest version, or by its working copy where it has no version yet.
  private boolean isNamedBy(Version version) {
    return version.isLatest()
        || latest(version.document()).filter(it -> it.id().equals(version.id())).isPresent();
  }

  void rename(UUID document, String name) {
    Names.unique(
        name,
        () ->
            database
                .sql("update object set name = ? where id = ?")
                .params(name, document)
                .update());
  }

  /**
   * Gives a version another content, or none.
   *
   * @param content null to delete it
   * @param isReplacing whether a content that is there may be replaced
   * @param changeToken of the state that the caller knows; null for whatever it is
   */
  @Transactional(rollbackFor = Exception.class)
  public Version setContent(
      UUID version,
      @Nullable NewContent content,
      boolean isReplacing,
      @Nullable Long changeToken,
      String user)
      throws IOException {
    Version before = lock(version, changeToken);
    if (before.content() != null && !isReplacing) {
      throw Kind.CONTENT_ALREADY_EXISTS.fault(
          "The document " + version + " has a content already.");
    }
    setContent(before, content, user);
    folders.changed(version, "updated");
    return require(version);
  }

  void setContent(Version before, @Nullable NewContent content, String user) throws IOException {
    String text = content == null ? null : content.text();
    if (content != null && before.content() != null) {
      contents.lock(List.of(content.received().digest(), before.content().digest()));
    }
    if (content != null) {
      contents.store(content.received());
    }
    database
        .sql(
            """
            update version set digest = :digest, size = :size, media_type = :media,
              file_name = :file, text = to_tsvector('simple', :text), modified_by = :user,
              modified_at = now(), change_token = change_token + 1
            where id = :version
            """)
        .param("digest", content == null ? null : content.received().digest().bytes())
        .param("size", content == null ? null : content.received().size())
        .param("media", content == null ? null : content.mediaType())
        .param("file", content == null ? null : content.fileName())
        .param("text", text, java.sql.Types.VARCHAR)
        .param("user", user)
        .param("version", before.id())
        .update();
    if (before.content() != null) {
      contents.release(List.of(before.content().digest()));
    }
  }

  static RepositoryFault unversioned(String type) {
    return Kind.CONSTRAINT.fault("Documents of type " + type + " have no versions.");
  }

  /** Deletes a document with all its versions. */
  @Transactional
  public void delete(UUID version) {
    UUID document = lock(version).document();
    Set<Digest> digests = new HashSet<>();
    List<UUID> versions = new ArrayList<>();
    database
        .sql("select id, digest from version where object = ?")
        .param(document)
        .query(row -> {
          versions.add(row.getObject(1, UUID.class));
          if (row.getBytes(2) != null) {
            digests.add(Digest.of(row.getBytes(2)));
          }
        });
    recent.evictAtEnd(versions);
    // Before the name is free: who adds a content locks that first, and the name then.
    contents.lock(digests);
    database
        .sql(
            """
            with logged as (
              insert into change (object, kind, at)
              select id, 'deleted', now() from version where object = :document)
            delete from object where id = :document
            """)
        .param("document", document)
        .update();
    contents.release(digests);
  }

  // The document's row, so that operations on its versions wait for each other; then the version as
  // it is after whoever was before.
  Version lock(UUID version) {
    database
        .sql("select from object where id = (select object from version where id = ?) for update")
        .param(version)
        .query((row, _) -> true)
        .optional();
    recent.evictAtEnd(List.of(version));
    return require(version);
  }

  private Version lock(UUID version, @Nullable Long changeToken) {
    Version locked = lock(version);
    if (changeToken != null && changeToken != locked.audit().changeToken()) {
      throw Folders.conflict(version);
    }
    return locked;
  }
}
