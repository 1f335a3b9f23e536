/*
 * The first script of every page, and the only one that every browser runs: plain ES5, which lint
 * holds it to. Where the browser has what the others need, it puts the contents of the template
 * `scripts` into the page, and so starts them. Elsewhere they are not even fetched, and the page
 * stays as the server made it.
 */
(function () {
  var MOST_REPORTS = 5;
  var reports = 0;
  var template = document.getElementById('scripts');
  var place = document.getElementById('page-end');
  if (!template || !place || !canRunScripts()) return;

  window.reportScriptError = report;
  window.addEventListener('error', function (event) {
    if (event.error) report(event.error);
  });
  window.addEventListener('unhandledrejection', function (event) {
    report(event.reason);
  });
  place.appendChild(document.importNode(template.content, true));

  /*
   * Popovers are the youngest thing that the scripts use: a browser that has them has the syntax
   * and the methods that the build emits, too (docs/decisions/0014-old-browsers.md).
   */
  function canRunScripts() {
    try {
      // Throws where a selector is unknown.
      document.body.matches(':popover-open');
      document.body.matches(':modal');
      return (
        'content' in template &&
        'noModule' in HTMLScriptElement.prototype &&
        'popover' in HTMLElement.prototype &&
        'showPopover' in HTMLElement.prototype &&
        'showModal' in HTMLDialogElement.prototype &&
        'close' in HTMLDialogElement.prototype &&
        'requestSubmit' in HTMLFormElement.prototype &&
        'submitter' in SubmitEvent.prototype &&
        'replaceAll' in String.prototype &&
        'at' in Array.prototype
      );
    } catch (error) {
      return false;
    }
  }

  /* Tells the server of an error, which is logged there (app/server/script-errors.ts). */
  function report(error) {
    reports += 1;
    if (reports > MOST_REPORTS || !navigator.sendBeacon) return;
    var fields = {
      name: String((error && error.name) || typeof error).slice(0, 100),
      message: String((error && error.message) || error).slice(0, 500),
      stack: String((error && error.stack) || '').slice(0, 3000),
      path: window.location.pathname.slice(0, 200),
    };
    navigator.sendBeacon('/script-errors', JSON.stringify(fields));
  }
})();
