/** How long a deletion can be undone, in milliseconds: an hour, far longer than the toast shows. */
export const UNDO_LIFETIME = 60 * 60 * 1000;
