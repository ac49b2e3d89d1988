package org.reprise.cps.query;

import java.util.Map;
import org.reprise.cps.CpsServer;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.YangSources;

/** A model with every kind of value and of namesake that a path can meet, and its data. */
public final class Library {
  /** The main module. */
  public static final String MODULE =
      """
      module reprise-library {
        yang-version 1.1;
        namespace "urn:reprise:library";
        prefix lib;
        container library {
          leaf name { type string; }
          list room {
            key "number";
            leaf number { type uint8; }
            leaf open { type boolean; }
            leaf area { type decimal64 { fraction-digits 2; } }
            leaf visitors { type uint64; }
            leaf note { type string; }
            container shelves {
              leaf label { type string; }
              list book {
                key "title";
                leaf title { type string; }
                leaf price { type decimal64 { fraction-digits 2; } }
                leaf copies { type int64; }
                leaf year { type uint16; }
                leaf-list genre { type string; }
                leaf-list reprint { type uint16; }
              }
            }
          }
          list person {
            key "family given";
            leaf family { type string; }
            leaf given { type string; }
            leaf born { type int32; }
          }
          container part {
            leaf pages { type uint16; }
            container part {
              leaf pages { type uint16; }
              container part { leaf pages { type uint16; } }
            }
          }
        }
        container archive {
          list book {
            key "title";
            leaf title { type string; }
            leaf price { type string; }
          }
        }
      }
      """;

  private static final String ADDITIONS =
      """
      module reprise-library-additions {
        yang-version 1.1;
        namespace "urn:reprise:library-additions";
        prefix add;
        import reprise-library { prefix lib; }
        augment "/lib:library/lib:room" {
          leaf note { type string; }
          container desk { leaf lamps { type uint8; } }
        }
      }
      """;

  /** The modules by file name. */
  public static final Map<String, String> MODULES =
      Map.of("reprise-library.yang", MODULE, "reprise-library-additions.yang", ADDITIONS);

  /** Data of the whole model. */
  public static final String DATA =
      """
      {
        "reprise-library:library": {
          "name": "Main",
          "room": [
            {"number": 1, "open": true, "area": "20.5", "visitors": "18446744073709551615",
             "reprise-library:note": "quiet", "reprise-library-additions:note": "loud",
             "reprise-library-additions:desk": {"lamps": 4},
             "shelves": {"label": "SciFi", "book": [
               {"title": "Dune", "price": "5.00", "copies": "3", "year": 1965,
                "genre": ["classic", "desert"], "reprint": [1984, 2005]},
               {"title": "Odyssey", "price": "12.5", "copies": "-1", "year": 1968,
                "genre": ["classic", "space"]},
               {"title": "it's [1]/x", "price": "7.25", "year": 2001, "genre": ["odd"]}]}},
            {"number": 2, "open": false, "area": "100", "visitors": "9",
             "shelves": {"label": "Kids", "book": [
               {"title": "Matilda", "price": "5.00", "copies": "12", "year": 1988,
                "genre": ["classic"]}]}},
            {"number": 10, "open": true}
          ],
          "person": [
            {"family": "Roe", "given": "Jane", "born": -5},
            {"family": "Roe", "given": "John", "born": 1970}
          ],
          "part": {"pages": 1, "part": {"pages": 2, "part": {"pages": 3}}}
        },
        "reprise-library:archive": {"book": [{"title": "Dune", "price": "cheap"}]}
      }
      """;

  private Library() {}

  /** A new dataspace with the model's schema set {@code library}. */
  public static String dataspace(CpsServer server) {
    String dataspace = CpsServer.freshName("library");
    server.store().dataspaces().create(dataspace);
    server.store().schemaSets().create(dataspace, "library", new YangSources(MODULES));
    return dataspace;
  }

  /** A new anchor with the data. */
  public static AnchorRef anchor(CpsServer server, String dataspace, String name, String data) {
    server.store().anchors().create(dataspace, "library", name);
    AnchorRef anchor = new AnchorRef(dataspace, name);
    server.store().dataNodes().create(anchor, "/", Payload.json(data));
    return anchor;
  }
}
