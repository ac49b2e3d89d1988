package org.reprise.cps.schema;

import java.util.EnumSet;
import java.util.Set;
import org.opendaylight.yangtools.yang.model.api.TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.BooleanTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.DecimalTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.EmptyTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.IdentityrefTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Int16TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Int32TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Int64TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Int8TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.LeafrefTypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Uint16TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Uint32TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Uint64TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.Uint8TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.type.UnionTypeDefinition;

/**
 * What a leaf's type means for how its values are written.
 *
 * @param identity whether a value may be an identity, whose text names a module
 * @param json the kinds of JSON values that it is read from
 */
record LeafType(boolean identity, Set<JsonKind> json) {
  /** Of nodes that are no leafs, and of leafs whose type is another leaf's that is not known. */
  static final LeafType ANY = new LeafType(false, EnumSet.allOf(JsonKind.class));

  private static final LeafType TEXT = new LeafType(false, Set.of(JsonKind.STRING));
  private static final LeafType IDENTITY = new LeafType(true, Set.of(JsonKind.STRING));
  private static final LeafType NUMBER = new LeafType(false, Set.of(JsonKind.NUMBER));
  // RFC 7951 wants a string; ONAP CPS itself writes a number, which is read as well.
  private static final LeafType LONG_NUMBER =
      new LeafType(false, Set.of(JsonKind.STRING, JsonKind.NUMBER));
  private static final LeafType BOOLEAN = new LeafType(false, Set.of(JsonKind.BOOLEAN));
  private static final LeafType EMPTY = new LeafType(false, Set.of(JsonKind.EMPTY));

  static LeafType of(TypeDefinition<?> type) {
    return switch (type) {
      case Int8TypeDefinition number -> NUMBER;
      case Int16TypeDefinition number -> NUMBER;
      case Int32TypeDefinition number -> NUMBER;
      case Uint8TypeDefinition number -> NUMBER;
      case Uint16TypeDefinition number -> NUMBER;
      case Uint32TypeDefinition number -> NUMBER;
      case Int64TypeDefinition number -> LONG_NUMBER;
      case Uint64TypeDefinition number -> LONG_NUMBER;
      case DecimalTypeDefinition number -> LONG_NUMBER;
      case BooleanTypeDefinition bool -> BOOLEAN;
      case EmptyTypeDefinition empty -> EMPTY;
      case IdentityrefTypeDefinition identity -> IDENTITY;
      case UnionTypeDefinition union ->
          union.getTypes().stream().map(LeafType::of).reduce(LeafType::or).orElse(ANY);
      case LeafrefTypeDefinition leafref -> ANY;
      default -> TEXT;
    };
  }

  private LeafType or(LeafType other) {
    EnumSet<JsonKind> both = EnumSet.copyOf(json);
    both.addAll(other.json);
    return new LeafType(identity || other.identity, both);
  }
}
