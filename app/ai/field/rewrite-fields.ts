/** The names of what "Regenerate with AI" adds to a form; its buttons are told apart by their value. */
export const REWRITE_FIELDS = {
  press: 'rewrite',
  presses: ['write', 'use', 'undo', 'keep'],
  before: 'rewrittenFrom',
  after: 'rewritten',
} as const;

/** Write anew, use what is offered, take it back, or keep the text as it is. */
export type RewritePress = (typeof REWRITE_FIELDS.presses)[number];
