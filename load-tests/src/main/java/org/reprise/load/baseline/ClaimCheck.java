package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a claim is checked: on orders, ratios, plateaus and growth, which survive another machine.
 * Each kind compares {@linkplain Expression expressions}, which may hold the placeholders of their
 * {@linkplain Claim claim}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
public sealed interface ClaimCheck {
  /** Every expression of it, as it is written, placeholders included. */
  Stream<String> expressions();

  /**
   * One value is above each of some others.
   *
   * @param greater the expression of the highest
   * @param than the expressions of the others
   */
  @JsonTypeName("order")
  record Order(String greater, List<String> than) implements ClaimCheck {
    public Order {
      than = List.copyOf(than);
    }

    @Override
    public Stream<String> expressions() {
      return Stream.concat(Stream.of(greater), than.stream());
    }
  }

  /**
   * A value lies between two bounds.
   *
   * @param of the expression of the value, most often a ratio
   * @param atLeast lower bound, an expression too; null where there is none
   * @param atMost upper bound; null where there is none
   */
  @JsonTypeName("ratio")
  record Ratio(String of, @Nullable String atLeast, @Nullable String atMost) implements ClaimCheck {
    public Ratio {
      if (atLeast == null && atMost == null) {
        throw new IllegalArgumentException("a ratio needs atLeast, atMost or both");
      }
    }

    @Override
    public Stream<String> expressions() {
      return Stream.of(of, atLeast, atMost).filter(Objects::nonNull).map(String::valueOf);
    }
  }

  /**
   * Values lie within a tolerance: (highest - lowest) / highest.
   *
   * @param tolerance how far apart they may lie, a share of the highest
   */
  @JsonTypeName("flat")
  record Flat(List<String> of, double tolerance) implements ClaimCheck {
    public Flat {
      of = List.copyOf(of);
      if (!(tolerance > 0 && tolerance < 1)) {
        throw new IllegalArgumentException(
            "tolerance is a share between 0 and 1, was " + tolerance);
      }
    }

    @Override
    public Stream<String> expressions() {
      return of.stream();
    }
  }

  /**
   * A value, most often what an average grew to, is that of the report, give or take a factor.
   *
   * @param of its expression, which must have a published value too
   * @param factor how far it may lie from the report's, either way (2 is half to double)
   */
  @JsonTypeName("growth")
  record Growth(String of, double factor) implements ClaimCheck {
    public Growth {
      if (!(factor > 1)) {
        throw new IllegalArgumentException("factor must be above 1, was " + factor);
      }
    }

    @Override
    public Stream<String> expressions() {
      return Stream.of(of);
    }
  }
}
