package org.reprise.content.object;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.RepositoryFault.Kind;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** The tree of folders. Names are unique within a folder, of documents and folders together. */
@Service
public class Folders {
  /** The root folder, which the first migration makes. */
  public static final UUID ROOT = new UUID(0, 1);

  private final JdbcClient database;

  Folders(JdbcClient database) {
    this.database = database;
  }

  /**
   * Returns a folder.
   *
   * @throws RepositoryFault objectNotFound
   */
  public Folder require(UUID id) {
    return find(id).orElseThrow(() -> missing(id));
  }

  static RepositoryFault missing(UUID id) {
    return Kind.OBJECT_NOT_FOUND.fault("There is no folder " + id + ".");
  }

  public Optional<Folder> find(UUID id) {
    String sql = "select * from object where id = ? and is_folder";
    return Rows.folders(database, sql, id).stream().findFirst();
  }

  /** Returns the id of the object at a path such as {@code /reports/2016}; empty if none exists. */
  public Optional<UUID> find(String path) {
    String[] names = Stream.of(path.split("/")).filter(it -> !it.isEmpty()).toArray(String[]::new);
    return database
        .sql(
            """
            with recursive walk (id, depth) as (
              select cast(:root as uuid), 0
              union all
              select o.id, depth + 1 from walk
              join object o on o.parent = walk.id and o.name = (cast(:names as text[]))[depth + 1])
            select id from walk where depth = :depth
            """)
        .param("root", ROOT)
        .param("names", names)
        .param("depth", names.length)
        .query((row, _) -> row.getObject(1, UUID.class))
        .optional();
  }

  /** Returns the folders on the way to a folder: the root first, the folder itself last. */
  public List<Folder> ancestors(UUID folder) {
    return Rows.folders(
        database,
        """
        with recursive up (id, parent, depth) as (
          select id, parent, 0 from object where id = ?
          union all
          select o.id, o.parent, depth + 1 from object o join up on o.id = up.parent)
        select object.* from up join object on object.id = up.id order by depth desc
        """,
        folder);
  }

  public List<Folder> search(Search search) {
    return Rows.folders(database, "select * from object v " + search.sql(), search.allParameters());
  }

  /** Rejects a name that an entry of a folder has, and a folder that is missing. */
  public void requireVacant(UUID folder, String name) {
    if (database
        .sql(
            """
            select exists (select from object where parent = p.id and name = ?)
            from object p where id = ? and is_folder
            """)
        .params(name, folder)
        .query(Boolean.class)
        .optional()
        .orElseThrow(() -> missing(folder))) {
      throw Names.taken(name);
    }
  }

  /** Returns the name at a position in the order of names, from 0 on. It reads those before. */
  public Optional<String> nameAt(UUID folder, long position) {
    return database
        .sql("select name from object where parent = ? order by name offset ? limit 1")
        .params(folder, position)
        .query(String.class)
        .optional();
  }

  /** Returns the path of a folder: the names of those on the way to it. */
  public String path(UUID folder) {
    return ancestors(folder).stream()
        .skip(1) // the root
        .map(Folder::name)
        .collect(Collectors.joining("/", "/", ""));
  }

  /**
   * Returns the next entries of a folder, by their names: folders, and documents by their latest
   * version, or by the working copy of one that has no version yet.
   *
   * @param after the name of the last entry that was returned before; null for the first ones
   */
  // One snapshot for all: a page that lacks what is deleted meanwhile would look like the last one.
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public List<Entry> children(UUID folder, @Nullable String after, int max) {
    require(folder);
    List<UUID> page =
        database
            .sql("select id from object where parent = ? and name > ? order by name limit ?")
            .params(folder, after == null ? "" : after, max)
            .query((row, _) -> row.getObject(1, UUID.class))
            .list();
    Map<UUID, Entry> entries = new HashMap<>();
    UUID[] ids = page.toArray(UUID[]::new);
    Rows.folders(database, "select * from object where id = any (?) and is_folder", (Object) ids)
        .forEach(it -> entries.put(it.id(), it));
    Rows.versions(
            database,
            """
            where v.object = any (?) and (v.is_latest or v.is_working_copy)
            order by v.is_latest
            """,
            (Object) ids)
        .forEach(it -> entries.put(it.document(), it));
    return page.stream().map(entries::get).filter(Objects::nonNull).toList();
  }

  /**
   * Makes a folder.
   *
   * @throws RepositoryFault where the parent is missing, or has an entry of this name
   */
  @Transactional
  public Folder create(
      UUID parent, String name, String type, Map<String, Object> properties, String user) {
    Names.require(name);
    UUID id = UUID.randomUUID();
    int made =
        Names.unique(
            name,
            () ->
                database
                    .sql(
                        """
                        insert into object (id, parent, name, is_folder, type, created_by, created_at,
                          modified_by, modified_at, properties)
                        select :id, p.id, :name, true, :type, :user, now(), :user, now(), :properties::jsonb
                        from object p where p.id = :parent and p.is_folder
                        """)
                    .param("id", id)
                    .param("parent", parent)
                    .param("name", name)
                    .param("type", type)
                    .param("user", user)
                    .param("properties", Rows.json(properties))
                    .update());
    if (made == 0) {
      throw missing(parent);
    }
    changed(id, "created");
    return require(id);
  }

  /**
   * Renames a folder or changes its properties.
   *
   * @param changeToken of the state that the caller knows; null for whatever it is
   */
  @Transactional
  public Folder update(UUID id, Edit edit, @Nullable Long changeToken, String user) {
    Folder before = lock(id);
    String name = edit.name(before.name());
    if (!name.equals(before.name())) {
      Names.require(name);
      if (before.isRoot()) {
        throw Kind.CONSTRAINT.fault("The root folder cannot be renamed.");
      }
    }
    if (changeToken != null && changeToken != before.audit().changeToken()) {
      throw conflict(id);
    }
    Names.unique(
        name,
        () ->
            database
                .sql(
                    """
                    update object set name = :name, properties = :properties::jsonb,
                      modified_by = :user, modified_at = now(), change_token = change_token + 1
                    where id = :id
                    """)
                .param("id", id)
                .param("name", name)
                .param("properties", Rows.json(edit.properties(before.properties())))
                .param("user", user)
                .update());
    changed(id, "updated");
    return require(id);
  }

  private Folder lock(UUID id) {
    database
        .sql("select from object where id = ? for update")
        .param(id)
        .query((_, _) -> true)
        .list();
    return require(id);
  }

  static RepositoryFault conflict(UUID id) {
    return Kind.UPDATE_CONFLICT.fault("The object " + id + " was changed or deleted meanwhile.");
  }

  /**
   * Moves a folder or a document to another folder.
   *
   * @throws RepositoryFault where the target is missing, has an entry of its name, or is below it
   */
  @Transactional
  public void move(UUID object, UUID source, UUID target, String user) {
    // Two moves at once could put two folders into each other.
    database.sql("select pg_advisory_xact_lock(1)").query((row, _) -> true).single();
    require(target);
    if (ancestors(target).stream().anyMatch(it -> it.id().equals(object))) {
      throw Kind.CONSTRAINT.fault("A folder cannot be moved into itself.");
    }
    String name =
        database
            .sql("select name from object where id = ? and parent = ? for no key update")
            .params(object, source)
            .query(String.class)
            .optional()
            .orElseThrow(() ->
                Kind.INVALID_ARGUMENT.fault(
                    "The object %s is not in the folder %s.".formatted(object, source)));
    Names.unique(
        name,
        () ->
            database
                .sql(
                    """
                    update object set parent = ?, modified_by = ?, modified_at = now(),
                      change_token = change_token + 1
                    where id = ?
                    """)
                .params(target, user, object)
                .update());
    // Versions are what has ids; the object of a document is none of them.
    database
        .sql(
            """
            insert into change (object, kind, at)
            select coalesce(
              (select id from version where object = :id order by is_latest desc limit 1), :id),
              'updated', now()
            """)
        .param("id", object)
        .update();
  }

  /**
   * Deletes an empty folder.
   *
   * @throws RepositoryFault where it is the root or not empty
   */
  @Transactional
  public void delete(UUID id) {
    if (require(id).isRoot()) {
      throw Kind.CONSTRAINT.fault("The root folder cannot be deleted.");
    }
    try {
      if (database.sql("delete from object where id = ?").param(id).update() == 0) {
        throw conflict(id);
      }
    } catch (DataIntegrityViolationException e) {
      throw Kind.CONSTRAINT.fault("The folder " + id + " is not empty.");
    }
    changed(id, "deleted");
  }

  /** Returns the folders below a folder and it itself, the deepest first. */
  public List<UUID> tree(UUID folder) {
    return database
        .sql(
            """
            with recursive down (id, depth) as (
              select id, 0 from object where id = ?
              union all
              select o.id, depth + 1 from object o join down on o.parent = down.id and o.is_folder)
            select id from down order by depth desc
            """)
        .param(folder)
        .query((row, _) -> row.getObject(1, UUID.class))
        .list();
  }

  void changed(UUID object, String kind) {
    database
        .sql("insert into change (object, kind, at) values (?, ?, now())")
        .params(object, kind)
        .update();
  }

  /** What names of entries may be. */
  static final class Names {
    private static final int MAX_LENGTH = 255;
    private static final String NO_REFERENCED_ROW = "23503";

    private Names() {}

    static void require(String name) {
      boolean isName =
          !name.isBlank()
              && name.length() <= MAX_LENGTH
              && !name.equals(".")
              && !name.equals("..")
              && name.chars().noneMatch(c -> c == '/' || Character.isISOControl(c));
      if (!isName) {
        throw Kind.NAME_CONSTRAINT_VIOLATION.fault(
            "A name has 1 to 255 characters, without slashes and control characters, and is not"
                + " '.' or '..'.");
      }
    }

    static <T> T unique(String name, Supplier<T> statement) {
      try {
        return statement.get();
      } catch (DuplicateKeyException e) {
        throw taken(name);
      } catch (DataIntegrityViolationException e) {
        if (e.getRootCause() instanceof SQLException cause
            && NO_REFERENCED_ROW.equals(cause.getSQLState())) {
          throw Kind.OBJECT_NOT_FOUND.fault("The folder was deleted meanwhile.");
        }
        throw e;
      }
    }

    static RepositoryFault taken(String name) {
      return Kind.NAME_CONSTRAINT_VIOLATION.fault(
          "The folder has an entry with the name '" + name + "' already.");
    }
  }
}
