import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepLineSteady } from './ui/steady-line.ts';

keepLineSteady();

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
