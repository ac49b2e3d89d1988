package org.reprise.lists.row;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Files in a table of the database, in pieces of one length, the last of which may be shorter. Each
 * piece is written and read by a statement of its own, so that a slow client holds no connection
 * and no file is in memory. A file's key names the table's columns with their values.
 */
public final class FileTable {
  private final JdbcClient jdbc;
  private final String append;
  private final String read;
  private final String delete;

  /**
   * Prepares the statements.
   *
   * @param table has the columns of the key, the number of the piece, and {@code content}
   * @param key the columns that name a file
   * @param number the column for the numbers of pieces, from 0
   * @param stillWritten an update of the file's owner that returns the key; no row where the file
   *     must not be written any more. Its parameters are the key and {@code :length}, the bytes of
   *     the piece.
   * @param stillRead a statement that returns the key; no row where the file must not be read any
   *     more. Its parameter is the key.
   */
  public FileTable(
      JdbcClient jdbc,
      String table,
      Collection<String> key,
      String number,
      String stillWritten,
      String stillRead) {
    String columns = String.join(", ", key);
    String isOfFile =
        key.stream().map(column -> column + " = :" + column).collect(Collectors.joining(" and "));
    this.jdbc = jdbc;
    this.append =
        "with written as (%s) insert into %s (%s, %s, content) select %s, :number, :content from written"
            .formatted(stillWritten, table, columns, number, columns);
    this.read =
        "with read as (%s) select content from %s join read using (%s) where %s = :number"
            .formatted(stillRead, table, columns, number);
    this.delete = "delete from %s where %s".formatted(table, isOfFile);
  }

  /** Writes the next piece of a file; false where the file must not be written any more. */
  public boolean append(Map<String, ?> key, int number, byte[] content) {
    return jdbc.sql(append)
            .params(key)
            .param("length", content.length)
            .param("number", number)
            .param("content", content)
            .update()
        == 1;
  }

  /** Opens a file; it is read a piece at a time. */
  public InputStream open(Map<String, ?> key) {
    return open(key, 1, 0);
  }

  /** Opens a file, whose pieces have a length, from an offset on. */
  public InputStream open(Map<String, ?> key, int length, long offset) {
    int first = Math.toIntExact(offset / length);
    int skipped = Math.toIntExact(offset % length);
    Iterator<ByteArrayInputStream> pieces =
        Stream.iterate(first, number -> number + 1)
            .map(number ->
                piece(key, number)
                    .map(bytes ->
                        new ByteArrayInputStream(
                            bytes, number == first ? skipped : 0, bytes.length)))
            .takeWhile(Optional::isPresent)
            .map(Optional::orElseThrow)
            .iterator();
    return new SequenceInputStream(
        new Enumeration<>() {
          @Override
          public boolean hasMoreElements() {
            return pieces.hasNext();
          }

          @Override
          public InputStream nextElement() {
            return pieces.next();
          }
        }) {
      // The inherited one would read all pieces that are left.
      @Override
      public void close() {}
    };
  }

  private Optional<byte[]> piece(Map<String, ?> key, int number) {
    return jdbc.sql(read)
        .params(key)
        .param("number", number)
        .query((row, _) -> row.getBytes(1))
        .optional();
  }

  public void delete(Map<String, ?> key) {
    jdbc.sql(delete).params(key).update();
  }
}
