package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.reprise.cps.schema.YangSources;

/** A bookstore as ONAP's clients know one from its samples: the same names, a model of our own. */
final class Bookstore {
  private static final String MODULE =
      """
      module stores {
        yang-version 1.1;
        namespace "urn:reprise:test:stores";
        prefix book-store;
        container bookstore {
          leaf bookstore-name { type string; }
          leaf open { type boolean; }
          leaf founded { type uint16; }
          container premises {
            list addresses {
              key "house-number street";
              leaf house-number { type uint16; }
              leaf street { type string; }
              leaf town { type string; }
            }
          }
          list categories {
            key code;
            leaf code { type string; }
            leaf name { type string; }
            leaf-list labels { type string; }
            list books {
              key title;
              leaf title { type string; }
              leaf lang { type string; }
              leaf price { type uint64; }
              leaf weight { type decimal64 { fraction-digits 2; } }
              leaf signed { type boolean; }
              leaf-list authors { ordered-by user; type string; }
              leaf-list editions { ordered-by user; type uint16; }
            }
          }
        }
        container bookstore-address {
          leaf town { type string; }
        }
      }
      """;

  /** Values as a client of ONAP CPS sends them: codes are numbers, prices too. */
  static final String DATA =
      """
      {'bookstore':{'bookstore-name':'Easons',
        'premises':{'addresses':[{'house-number':2,'street':'Main Street','town':'Maynooth'}]},
        'categories':[
          {'code':1,'name':'Children','books':[
            {'title':'Matilda','lang':'English','authors':['Roald Dahl'],
             'editions':[1988,2000],'price':20},
            {'title':'The Gruffalo','lang':'English','authors':['Julia Donaldson'],'price':15}]},
          {'code':'02','name':'Thriller','books':[
            {'title':'Annihilation','lang':'English','authors':['Jeff VanderMeer'],'price':15}]},
          {'code':3,'name':'Comedy','books':[
            {'title':'Good Omens','authors':['Neil Gaiman','Terry Pratchett'],'price':13}]}]}}\
      """;

  private Bookstore() {}

  /** A new anchor of a new dataspace of the shared server, with the data. */
  static TestAnchor anchor() {
    CpsServer server = CpsServer.shared();
    String dataspace = CpsServer.freshName("bookstores");
    server.store().dataspaces().create(dataspace);
    server
        .store()
        .schemaSets()
        .create(dataspace, "stores", new YangSources(Map.of("stores.yang", MODULE)));
    server.store().anchors().create(dataspace, "stores", "easons");
    TestAnchor anchor = new TestAnchor(server, dataspace, "easons");
    anchor.stored(DATA);
    assertThat(anchor.get("v2").status()).isEqualTo(200);
    return anchor;
  }
}
