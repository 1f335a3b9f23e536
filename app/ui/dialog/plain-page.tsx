import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../lib/product.ts';

/** A page outside the signed-in frame: a heading and prose. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-2xl gap-5 px-5 py-12 leading-relaxed sm:py-20"
    >
      <p className="text-sm">
        <Link to="/" className="link">
          {PRODUCT_NAME}
        </Link>
      </p>
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      {children}
    </main>
  );
}
