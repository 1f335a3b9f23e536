import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepLineSteady } from './ui/scripts/steady-line.ts';

keepLineSteady();

startTransition(() => {
  // React recovers when the page differs from the server's HTML, as after an extension's change.
  hydrateRoot(document, <RemixBrowser />, { onRecoverableError: window.reportScriptError });
});
