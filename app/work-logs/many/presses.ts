/** Where the bar below the list leads, and the names of its buttons and of the field with what a dialog showed. */
export const MANY = '/work-logs/many';
export const PRESS = 'press';
export const SHOWN = 'shown';
