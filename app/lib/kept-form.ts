import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * For the route of an edit form: what the form shows is not asked for again when it was refused.
 * What it edits may be gone by then, and what was typed must stay.
 */
export const keepFormOnRefusal: ShouldRevalidateFunction = ({
  actionStatus = 200,
  defaultShouldRevalidate,
}) => actionStatus < 400 && defaultShouldRevalidate;
