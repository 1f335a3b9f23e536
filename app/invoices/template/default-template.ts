/** What stands on an invoice's line for time, until somebody writes another template. */
export const DEFAULT_TEMPLATE = '{date} | {workType} | {description}';
