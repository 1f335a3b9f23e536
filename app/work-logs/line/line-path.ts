/** The page of the line. */
export const LINE_PATH = '/work-logs/line';

/** Where a field for a line elsewhere asks for the names that a line may have. */
export const LINE_NAMES_PATH = '/api/work-logs/line';
