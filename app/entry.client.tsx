import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { nameHistoryEntry } from './ui/scripts/kept-scroll.tsx';
import { noteSentForms } from './ui/scripts/kept-typing.ts';
import { keepLineSteady } from './ui/scripts/steady-line.ts';

declare global {
  /** Whether these scripts have come: a page of work in progress looks for itself no longer (`start.js`). */
  var scriptsRun: boolean | undefined;
}

window.scriptsRun = true;
keepLineSteady();
noteSentForms();
nameHistoryEntry();

startTransition(() => {
  // React recovers when the page differs from the server's HTML, as after an extension's change.
  hydrateRoot(document, <RemixBrowser />, { onRecoverableError: window.reportScriptError });
});
