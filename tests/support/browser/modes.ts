import { IS_WHOLE } from '../cases.ts';

const USUAL_MODES = ['desktop', 'phone', 'no scripts'] as const;
/** A script lost on the way; Lite by the switch of a device; and the style sheets lost, scripts not. */
const MORE_MODES = ['scripts blocked mid-load', 'Lite', 'styles lost'] as const;
export const ALL_MODES = [...USUAL_MODES, ...MORE_MODES] as const;
export type Mode = (typeof ALL_MODES)[number];

/** Whether journeys are walked in every mode there is (`npm run prove -- matrix`). */
export const IS_MATRIX = process.env.MATRIX !== undefined;

/**
 * The ways in which a journey is walked: with scripts and without in `npm test`, three in `npm run test:all`, all in
 * `npm run prove -- matrix`.
 */
export const MODES: readonly Mode[] = modesFrom();

/** The modes of a journey that other suites walk in these alone. */
export function modesOf(...few: Mode[]): readonly Mode[] {
  return IS_MATRIX ? ALL_MODES : few;
}

/** With scripts and without, for journeys to which a phone adds nothing of its own. */
export const BOTH = modesOf('desktop', 'no scripts');

/** Whether a page has its styles: what only they hide, show or light is not looked for where they were lost. */
export const hasStyles = (mode: Mode) => mode !== 'styles lost';

/** Those in which scripts run, for what only scripts do; with lost styles in the matrix alone. */
export const WITH_SCRIPTS: readonly Mode[] = IS_MATRIX
  ? ['desktop', 'phone', 'styles lost']
  : ['desktop', 'phone'];

/** Those in which none runs, for what only the server does; with Lite in the matrix alone. */
export const WITHOUT_SCRIPTS: readonly Mode[] = IS_MATRIX
  ? ['no scripts', 'scripts blocked mid-load', 'Lite']
  : ['no scripts', 'scripts blocked mid-load'];

function modesFrom(): readonly Mode[] {
  if (IS_MATRIX) return ALL_MODES;
  return IS_WHOLE ? USUAL_MODES : ['desktop', 'no scripts'];
}
