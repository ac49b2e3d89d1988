package org.reprise.cps;

import java.util.Map;
import org.reprise.cps.schema.YangSources;

/** A module with nested choices, and leafrefs of several kinds, one of them to a state twin. */
public final class ConstraintsModule {
  private static final String MODULE =
      """
      module plant {
        yang-version 1.1; namespace "urn:plant"; prefix p;
        import plant-state { prefix s; }
        choice site { container indoor { leaf room { type string; } } list outdoor { key id; leaf id { type string; } } }
        container shop-hours { leaf open { type string; } }
        container shop {
          leaf-list tags { type string; }
          list device {
            key name;
            leaf name { type string; }
            choice transport {
              case tcp { leaf port { type uint16; } container keepalive { leaf seconds { type uint16; } } }
              case serial {
                leaf line { type string; }
                choice speed { leaf baud { type uint32; } container auto { presence "found out"; } }
              }
              list bus { key id; leaf id { type uint8; } }
            }
            list interface { key name; leaf name { type string; } leaf alias { type string; } }
            container owner { leaf device { type leafref { path "../../name"; } } }
            list route { key to; leaf to { type string; } leaf out { type leafref { path "../../interface/name"; } } }
            leaf uplink { type leafref { path "/p:shop/p:device/p:interface/p:name"; } }
          }
          list watch {
            key id;
            leaf id { type string; }
            leaf device { type leafref { path "../../device/name"; } }
            leaf interface {
              type leafref { path "/p:shop/p:device[p:name = current()/../device]/p:interface/p:name"; }
            }
            leaf alias {
              type leafref { path "/p:shop/p:device[p:name=current()/../device]/p:interface[p:name=current()/../interface]/p:alias"; }
            }
            leaf seen { type leafref { path "/s:shop/s:device/s:name"; } }
          }
        }
      }
      """;

  private static final String STATE =
      """
      module plant-state {
        yang-version 1.1; namespace "urn:plant-state"; prefix s;
        container shop { config false; list device { key name; leaf name { type string; } } }
      }
      """;

  private ConstraintsModule() {}

  public static YangSources sources() {
    return new YangSources(Map.of("plant.yang", MODULE, "plant-state.yang", STATE));
  }
}
