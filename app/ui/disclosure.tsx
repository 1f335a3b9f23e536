import { useContext, type ReactNode } from 'react';
import { TextBrowserContext } from './text-browser.ts';

type DisclosureProps = { title: string; isOpen?: boolean; children: ReactNode };

/** What is seldom wanted, under a heading that opens. Text browsers, which could not open it, get it open. */
export function Disclosure({ title, isOpen = false, children }: DisclosureProps) {
  const isText = useContext(TextBrowserContext);
  return (
    <details open={isOpen || isText} className="on-paper border-t border-line pt-2">
      <summary className="min-h-9 content-center text-sm font-medium pointer-coarse:min-h-11">
        {title}
      </summary>
      <div className="mt-2 grid gap-4">{children}</div>
    </details>
  );
}
