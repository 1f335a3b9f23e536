/*
 * The first script of every page, and the only one that every browser runs; lint keeps it to plain
 * ES5. In a browser with everything that the other scripts need, it starts them by putting the
 * contents of the template `scripts` into the page. Other browsers do not even fetch them, and show
 * the page as the server made it.
 */
(function () {
  var MOST_REPORTS = 5;
  /* What gets the focus when a dialog opens: a marked element (Cancel), else the first field. */
  var INITIAL_FOCUS =
    '[data-initial-focus], form[method="post"] :is(input:not([type="hidden"]), select, textarea)';
  var reports = 0;
  var template = document.getElementById('scripts');
  var place = document.getElementById('page-end');
  if (!template || !place || !canRunScripts()) {
    forgetAfterSignOut();
    refreshItself(0);
    return;
  }

  window.reportScriptError = report;
  window.addEventListener('error', function (event) {
    if (event.error) report(event.error);
  });
  window.addEventListener('unhandledrejection', function (event) {
    report(event.reason);
  });
  window.showAsModal = showAsModal;
  // Dialogs stand at once where the scripts will show them (styles/frame.css).
  document.documentElement.setAttribute('data-scripts', '');
  showPagesDialog(document.querySelector('.route-dialog'));
  // Where the other scripts never come the page goes on by itself, too.
  refreshItself(10);
  layOutInSteps(document.querySelector('[data-steps]'), startAfterPaint);

  /*
   * Shows a long screen part by part, each in a task of its own: a slow phone can be used in between, and a fast
   * one has them all before it paints. What each step hides is in styles/steps.css.
   */
  function layOutInSteps(screen, then) {
    var page = document.documentElement;
    var step = 0;
    // Timers of a window that nobody sees take a second each; a dialog has the focus; and what was scrolled to
    // is found in a whole page alone.
    if (
      !screen ||
      document.hidden ||
      document.querySelector('.route-dialog') ||
      window.performance.getEntriesByType('navigation')[0].type !== 'navigate'
    ) {
      then();
      return;
    }
    function next() {
      step += 1;
      if (step < screen.dataset.steps) {
        page.dataset.step = step;
        window.setTimeout(next);
      } else {
        delete page.dataset.step;
        then();
      }
      // Asked for this, the browser lays out what came now, and does not leave it to the next frame.
      return screen.offsetHeight;
    }
    page.dataset.step = step;
    window.addEventListener('load', function () {
      window.setTimeout(next);
    });
  }

  /* To ask for the other scripts takes a slow phone as long as to draw a screen's rows. */
  function startAfterPaint() {
    var isStarted = false;
    function start() {
      if (isStarted) return;
      isStarted = true;
      // A browser asks another process for its cookies: not before it has painted.
      forgetAfterSignOut();
      place.appendChild(document.importNode(template.content, true));
      openStorage();
    }
    try {
      new window.PerformanceObserver(start).observe({ type: 'paint', buffered: true });
      // Nothing is painted in a window that nobody sees, and some browsers tell nobody.
      window.setTimeout(start, document.visibilityState === 'hidden' ? 0 : 1000);
    } catch (error) {
      start();
    }
  }

  /*
   * Popovers are the newest feature that the scripts use: a browser with popovers also has the
   * syntax and the methods in the build (docs/decisions/0014-old-browsers.md).
   */
  function canRunScripts() {
    try {
      // Throws when the browser does not know one of them.
      document.body.matches(':popover-open, :modal');
      return [
        [HTMLElement, 'showPopover'],
        [HTMLDialogElement, 'showModal'],
        [HTMLFormElement, 'requestSubmit'],
        [SubmitEvent, 'submitter'],
        [String, 'replaceAll'],
        [Array, 'at'],
      ].every(function (need) {
        return need[1] in need[0].prototype;
      });
    } catch (error) {
      return false;
    }
  }

  /*
   * Shows the dialog that the page is for as a modal before the first paint: what is behind it is there from
   * then on and cannot be reached, whether the other scripts arrive or not. Not below a toast, which
   * could not be reached either: they put that into the dialog.
   */
  function showPagesDialog(dialog) {
    if (!dialog || document.querySelector('.toast')) return;
    try {
      showAsModal(dialog);
      // Until route-dialog.tsx does it without loading a page.
      dialog.oncancel = function (event) {
        event.preventDefault();
        window.location.assign(dialog.querySelector('a').href);
      };
    } catch (error) {
      // It stays a page.
      dialog.setAttribute('open', '');
    }
  }

  /* Shows a dialog as a modal, with the focus in its first field if it is nowhere in it (route-dialog.tsx). */
  function showAsModal(dialog) {
    var focused = document.activeElement;
    // The server's dialog is open, as a page; only a closed dialog can be shown as a modal.
    dialog.close();
    dialog.showModal();
    if (!dialog.contains(focused)) {
      focused = dialog.querySelector('[autofocus]') || dialog.querySelector(INITIAL_FOCUS);
    }
    // A link is its ✕ or Cancel, both always in view, and must not scroll its title away.
    if (focused) focused.focus({ preventScroll: !focused.form });
  }

  /*
   * Loads a page that asks for it again, as a browser without scripts would (progress-panel.tsx), unless scripts run
   * by then (entry.client.tsx).
   */
  function refreshItself(least) {
    var asks = document.querySelector('[data-refresh]');
    function again() {
      if (!window.scriptsRun) window.location.reload();
    }
    if (asks) {
      window.setTimeout(again, 1000 * Math.max(least, asks.getAttribute('data-refresh')));
    }
  }

  /*
   * Removes what was typed and kept (kept-fields.ts) after a sign-out, which the sign-out's answer
   * says by a cookie: an expired session does not count as one.
   */
  function forgetAfterSignOut() {
    if (document.cookie.indexOf('signed-out=') < 0) return;
    try {
      Object.keys(window.localStorage).forEach(function (key) {
        if (key.indexOf('kept:') === 0) window.localStorage.removeItem(key);
      });
      document.cookie = 'signed-out=; Max-Age=0; Path=/';
      document.cookie = '__Host-signed-out=; Max-Age=0; Path=/; Secure';
    } catch (error) {
      // This browser stores nothing for us.
    }
  }

  /* A browser stands still while it reads its storage for the first time: not in the midst of other work. */
  function openStorage() {
    try {
      window.localStorage.getItem('');
    } catch (error) {
      // This browser stores nothing for us.
    }
  }

  /* Reports an error to the server's log (app/http/server/script-errors.ts). */
  function report(error) {
    reports += 1;
    if (reports > MOST_REPORTS || !navigator.sendBeacon) return;
    var known = error || {};
    var fields = {
      name: String(known.name || typeof error).slice(0, 100),
      message: String(known.message || error).slice(0, 500),
      stack: String(known.stack || '').slice(0, 3000),
      path: window.location.pathname.slice(0, 200),
    };
    navigator.sendBeacon('/script-errors', JSON.stringify(fields));
  }
})();
