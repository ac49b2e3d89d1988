package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.opendaylight.yangtools.yang.ir.IRStatement;

final class DeclaredModules {
  private DeclaredModules() {}

  /**
   * The modules of sources, by name and revision: what {@link YangSchema#modules} has where the
   * sources can be parsed. Files that cannot be read are left out.
   */
  static List<ModuleReference> of(YangSources sources) {
    List<ModuleReference> modules = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.byFileName().entrySet()) {
      try {
        IRStatement statement = YangModules.read(source.getKey(), source.getValue()).statement();
        if (YangStatements.keyword(statement).equals("module")) {
          modules.add(module(statement));
        }
      } catch (InvalidYang e) {
        // An older version took it.
      }
    }
    modules.sort(
        Comparator.comparing(ModuleReference::name).thenComparing(ModuleReference::revision));
    return modules;
  }

  private static ModuleReference module(IRStatement module) {
    String revision = "";
    String namespace = "";
    for (IRStatement statement : module.statements()) {
      String argument = YangStatements.argument(statement);
      switch (YangStatements.keyword(statement)) {
        case "revision" -> revision = argument.compareTo(revision) > 0 ? argument : revision;
        case "namespace" -> namespace = argument;
        default -> {}
      }
    }
    return new ModuleReference(YangStatements.argument(module), revision, namespace);
  }
}
