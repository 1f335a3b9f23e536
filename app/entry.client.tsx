import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepLineSteady } from './ui/scripts/steady-line.ts';

keepLineSteady();

startTransition(() => {
  // React mends what does not match the server's HTML, for one because an extension changed it.
  hydrateRoot(document, <RemixBrowser />, { onRecoverableError: window.reportScriptError });
});
