package org.reprise.cps.data;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What one read or query may take.
 *
 * @param largest bytes of xpaths and leafs, and 256 more for each container and list entry, which
 *     is about what small nodes take of the heap once they are read
 */
@ConfigurationProperties("reprise.cps.read")
public record ReadLimits(@DefaultValue("48MB") DataSize largest) {
  /** The limits of a store that was not told others. */
  public static final ReadLimits DEFAULT = new ReadLimits(DataSize.ofMegabytes(48));

  private static final int FOR_EACH_ROW = 256;

  /** Refuses what would refuse every read. */
  public ReadLimits {
    if (largest.toBytes() < FOR_EACH_ROW) {
      throw new IllegalArgumentException(
          "reprise.cps.read.largest must be at least %d bytes, was %s"
              .formatted(FOR_EACH_ROW, largest));
    }
  }

  /**
   * A query whose rows are null in {@code large} from the one on that goes beyond the limit. The
   * database adds up their sizes, so that what is too much is not sent, not even where a single
   * value is.
   *
   * @param large columns that count, first in the result
   * @param small columns that are passed on
   */
  public String bounded(String query, List<String> large, String... small) {
    String columns =
        Stream.concat(
                large.stream().map("case when b.fits then b.%1$s end as %1$s"::formatted),
                Stream.of(small).map("b.%s"::formatted))
            .collect(Collectors.joining(", "));
    String size =
        large.stream().map(ReadLimits::size).collect(Collectors.joining(" + ", "256 + ", ""));
    return """
    select %s
    from (select q.*, sum(%s) over (rows unbounded preceding) <= %d as fits
          from (%s) q) b\
    """
        .formatted(columns, size, largest.toBytes(), query);
  }

  // The size of a compressed value says nothing of what is sent.
  private static String size(String column) {
    return """
    case when pg_column_compression(q.%1$s) is null then pg_column_size(q.%1$s)
      else octet_length(q.%1$s::text) end\
    """
        .formatted(column);
  }

  /** Ends a bounded query where its rows must be beyond the limit. */
  public void setMostRows(PreparedStatement statement) throws SQLException {
    statement.setMaxRows((int) Math.min(Integer.MAX_VALUE, largest.toBytes() / FOR_EACH_ROW + 1));
  }

  /**
   * A large column's value in a row.
   *
   * @throws ReadTooLarge where the database left it out
   */
  public <T> T within(@Nullable T value) {
    if (value == null) {
      throw new ReadTooLarge(largest);
    }
    return value;
  }
}
