import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import remixConfig from '../remix.config.js';
import { nameHistoryEntry } from './ui/scripts/kept-scroll.tsx';
import { noteSentForms } from './ui/scripts/kept-typing.ts';
import { waitForLostModules } from './ui/scripts/lost-module.ts';
import { keepLineSteady } from './ui/scripts/steady-line.ts';

declare global {
  /** Whether these scripts have come: a page of work in progress looks for itself no longer (`start.js`). */
  var scriptsRun: boolean | undefined;
}

window.scriptsRun = true;
keepLineSteady();
noteSentForms();
nameHistoryEntry();
waitForLostModules();
// Pages do not say it, to be smaller (entry.server.tsx).
Object.assign(window.__remixContext, {
  basename: '/',
  future: remixConfig.future,
  isSpaMode: false,
});

startTransition(() => {
  // React recovers when the page differs from the server's HTML, as after an extension's change.
  hydrateRoot(document, <RemixBrowser />, { onRecoverableError: window.reportScriptError });
});
