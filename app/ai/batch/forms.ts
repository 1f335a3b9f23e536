/** The form that asks once more; each card's own button belongs to it as well. */
export const AGAIN = 'again';
