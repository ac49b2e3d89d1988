// Tells the page that shows this dialog what was chosen (OSLC Core 3.0, "Delegated Dialogs").
// That page names the way in the fragment of the dialog's address, and the fragment must survive
// a search within the dialog.
(function () {
  'use strict';
  var way = location.hash;

  function send(results) {
    var response = 'oslc-response:' + JSON.stringify({ 'oslc:results': results });
    if (way === '#oslc-core-windowName-1.0') {
      var back = window.name;
      // Nothing but an address of a page is gone to.
      if (/^https?:\/\//i.test(back)) {
        window.name = response;
        location.href = back;
      }
      return;
    }
    var shower = window.parent !== window ? window.parent : window.opener;
    if (shower) {
      shower.postMessage(response, '*');
    }
    var told = document.getElementById('told');
    if (told) {
      told.textContent = results.length ? 'Chosen: ' + results[0]['oslc:label'] : 'Nothing was chosen.';
    }
  }

  function result(element) {
    return { 'oslc:label': element.dataset.label, 'rdf:resource': element.dataset.uri };
  }

  document.querySelectorAll('form[action], a[data-stays]').forEach(function (element) {
    var name = element.tagName === 'FORM' ? 'action' : 'href';
    element.setAttribute(name, element.getAttribute(name).replace(/#.*$/, '') + way);
  });

  // What was typed survives a search, which is another form. An address has its limit.
  var longest = 4000;
  var kept = document.querySelector('form[role=search] input[name=title]');
  var typed = document.querySelector('form:not([role=search]) input[name=title]');
  if (kept && typed) {
    kept.form.addEventListener('submit', function () {
      kept.value = encodeURIComponent(typed.value).length <= longest ? typed.value : '';
    });
  }

  var made = document.querySelector('[data-made]');
  if (made) {
    send([result(made)]);
  }

  var picking = document.getElementById('picking');
  if (picking) {
    picking.addEventListener('submit', function (event) {
      event.preventDefault();
      var picked = picking.querySelector('input[name=picked]:checked');
      if (picked) {
        send([result(picked)]);
      }
    });
  }

  var cancel = document.getElementById('cancel');
  if (cancel) {
    cancel.addEventListener('click', function () {
      send([]);
    });
  }
})();
