// Reports the choice to the page that shows this dialog (OSLC Core 3.0, "Delegated Dialogs").
// That page names the protocol in the fragment of the dialog's address, and the fragment must
// survive a search within the dialog.
(function () {
  'use strict';
  var protocol = location.hash;

  function send(results) {
    var response = 'oslc-response:' + JSON.stringify({ 'oslc:results': results });
    if (protocol === '#oslc-core-windowName-1.0') {
      var back = window.name;
      // Only the address of a page is opened.
      if (/^https?:\/\//i.test(back)) {
        window.name = response;
        location.href = back;
      }
      return;
    }
    var opener = window.parent !== window ? window.parent : window.opener;
    if (opener) {
      opener.postMessage(response, '*');
    }
    var status = document.getElementById('status');
    if (status) {
      status.textContent = results.length ? 'Chosen: ' + results[0]['oslc:label'] : 'Nothing was chosen.';
    }
  }

  function result(element) {
    return { 'oslc:label': element.dataset.label, 'rdf:resource': element.dataset.uri };
  }

  document.querySelectorAll('form[action], a[data-stays]').forEach(function (element) {
    var name = element.tagName === 'FORM' ? 'action' : 'href';
    element.setAttribute(name, element.getAttribute(name).replace(/#.*$/, '') + protocol);
  });

  // What was typed survives a search, which is another form. An address has its limit.
  var maxLength = 4000;
  var hidden = document.querySelector('form[role=search] input[name=title]');
  var typed = document.querySelector('form:not([role=search]) input[name=title]');
  if (hidden && typed) {
    hidden.form.addEventListener('submit', function () {
      hidden.value = encodeURIComponent(typed.value).length <= maxLength ? typed.value : '';
    });
  }

  var created = document.querySelector('[data-created]');
  if (created) {
    send([result(created)]);
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
