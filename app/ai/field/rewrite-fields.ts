import type { ShouldRevalidateFunction } from '@remix-run/react';
import { keepFormOnRefusal } from '../../http/form/kept-form.ts';

/** The fields and buttons that "Regenerate with AI" adds to a form; the buttons differ by value. */
export const REWRITE_FIELDS = {
  press: 'rewrite',
  presses: ['write', 'use', 'undo', 'keep'],
  before: 'rewrittenFrom',
  after: 'rewritten',
} as const;

/** The buttons: write a new text, use the offered one, undo, or keep the present text. */
export type RewritePress = (typeof REWRITE_FIELDS.presses)[number];

/** Where a script sends a description to have it rewritten. */
export const REWRITE_ADDRESS = '/descriptions/rewrite';

/** Keeps the form as it is when it was refused, and after a rewrite, which changes no stored data. */
export const keepWrittenForm: ShouldRevalidateFunction = (change) =>
  change.formAction !== REWRITE_ADDRESS && keepFormOnRefusal(change);
