package org.reprise.cps.schema;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.opendaylight.yangtools.yang.model.api.TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.BooleanTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.DecimalTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.EmptyTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.IdentityrefTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.InstanceIdentifierTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Int64TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.LeafrefTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.PatternConstraint;
import org.opendaylight.yangtools.yang.model.api.type.RangeRestrictedTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.StringTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Uint64TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.UnionTypeDefinition;

/**
 * What a leaf's type means for how its values are written.
 *
 * @param identity whether a value may be an identity, whose text names a module (RFC 7951, section
 *     6.8)
 * @param json the kinds of JSON values that it is read from (RFC 7951, section 6)
 * @param slowPatterns patterns, as yangtools compiles them, whose matching {@link
 *     ValuePattern#mayTakeLong may take long}
 * @param otherLeafs whether a value may be one of another leaf that is not known here, or hold such
 *     values: a member of a union is a leafref or an instance-identifier
 */
public record LeafType(
    boolean identity, Set<JsonKind> json, List<String> slowPatterns, boolean otherLeafs) {
  static final LeafType ANY = new LeafType(false, EnumSet.allOf(JsonKind.class), List.of(), true);

  private static final LeafType TEXT = of(JsonKind.STRING);
  private static final LeafType IDENTITY =
      new LeafType(true, Set.of(JsonKind.STRING), List.of(), false);
  private static final LeafType NUMBER = of(JsonKind.NUMBER);
  // RFC 7951 wants a string; ONAP CPS itself writes a number, which is read as well.
  private static final LeafType LONG_NUMBER = of(JsonKind.STRING, JsonKind.NUMBER);
  private static final LeafType BOOLEAN = of(JsonKind.BOOLEAN);
  private static final LeafType EMPTY = of(JsonKind.EMPTY);

  private static LeafType of(JsonKind... kinds) {
    return new LeafType(false, Set.of(kinds), List.of(), false);
  }

  static LeafType of(TypeDefinition<?> type) {
    return switch (type) {
      case Int64TypeDefinition _, Uint64TypeDefinition _, DecimalTypeDefinition _ -> LONG_NUMBER;
      case RangeRestrictedTypeDefinition<?, ?> number -> NUMBER;
      case BooleanTypeDefinition bool -> BOOLEAN;
      case EmptyTypeDefinition empty -> EMPTY;
      case IdentityrefTypeDefinition identity -> IDENTITY;
      case UnionTypeDefinition union ->
          union.getTypes().stream().map(LeafType::of).reduce(LeafType::or).orElse(ANY);
      case LeafrefTypeDefinition leafref -> ANY;
      case InstanceIdentifierTypeDefinition identifier ->
          new LeafType(false, Set.of(JsonKind.STRING), List.of(), true);
      case StringTypeDefinition text ->
          new LeafType(false, Set.of(JsonKind.STRING), slowPatterns(text), false);
      default -> TEXT;
    };
  }

  private static List<String> slowPatterns(StringTypeDefinition type) {
    return type.getPatternConstraints().stream()
        .map(PatternConstraint::getJavaPatternString)
        .filter(ValuePattern::mayTakeLong)
        .toList();
  }

  private LeafType or(LeafType other) {
    EnumSet<JsonKind> both = EnumSet.copyOf(json);
    both.addAll(other.json);
    List<String> patterns =
        Stream.concat(slowPatterns.stream(), other.slowPatterns.stream()).distinct().toList();
    return new LeafType(identity || other.identity, both, patterns, otherLeafs || other.otherLeafs);
  }
}
