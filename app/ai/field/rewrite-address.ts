import type { ShouldRevalidateFunction } from '@remix-run/react';

/** Where a script sends a description to have it rewritten. */
export const REWRITE_ADDRESS = '/descriptions/rewrite';

/** A rewrite changes nothing that is kept: the form that asked for it stays as it is. */
export const keepFormOnRewrite: ShouldRevalidateFunction = ({
  formAction,
  defaultShouldRevalidate,
}) => formAction !== REWRITE_ADDRESS && defaultShouldRevalidate;
