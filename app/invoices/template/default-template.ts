/** The description of an invoice line for time, until somebody saves another template. */
export const DEFAULT_TEMPLATE = '{date} | {workType} | {description}';
