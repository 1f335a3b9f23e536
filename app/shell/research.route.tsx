import { Link } from '@remix-run/react';
import { pageTitle } from '../lib/product.ts';

export const meta = pageTitle('Research Overview');

const QUESTIONS = [
  {
    title: 'How can a log never be lost on a bad connection?',
    text: 'Every screen is a page and a form that a browser can send by itself. Scripts make it quicker, but nothing depends on them. The database confirms a log only once it is safely on disk.',
  },
  {
    title: 'How can figures always agree to the penny?',
    text: 'Money is kept as whole pence and time as whole minutes. A total is rounded once, half up, by one rule, and tested against thousands of random cases.',
  },
  {
    title: 'How can “this week” always mean this week?',
    text: 'Instants are stored in universal time, while days, weeks and months are computed in your business time zone, across both clock changes.',
  },
  {
    title: 'How fast can a plain page be?',
    text: 'Lists are read by key instead of by page number, so the last page of a million logs is as quick as the first.',
  },
];

/** A static page for signed-in and signed-out visitors alike. */
export default function Research() {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-2xl px-5 py-10 leading-relaxed sm:py-16">
      <nav aria-label="Breadcrumb" className="text-sm">
        <ol className="flex gap-2">
          <li>
            <Link to="/" className="link">
              Home
            </Link>
          </li>
          <li aria-hidden="true" className="text-muted">
            /
          </li>
          <li aria-current="page">Research Overview</li>
        </ol>
      </nav>
      <h1 className="mt-6 text-3xl font-semibold tracking-tight">
        Research and development overview
      </h1>
      <p className="mt-3 text-muted">The questions behind this product, and how it answers them.</p>
      {QUESTIONS.map(({ title, text }) => (
        <section key={title} className="mt-8">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="mt-1">{text}</p>
        </section>
      ))}
    </main>
  );
}
