import type { ShouldRevalidateFunction } from '@remix-run/react';

/** Where a script sends a description to have it rewritten. */
export const REWRITE_ADDRESS = '/descriptions/rewrite';

/** Keeps the form as it is after a rewrite, which changes no stored data. */
export const keepFormOnRewrite: ShouldRevalidateFunction = ({
  formAction,
  defaultShouldRevalidate,
}) => formAction !== REWRITE_ADDRESS && defaultShouldRevalidate;
