/** The page of the line. */
export const LINE_PATH = '/work-logs/line';
