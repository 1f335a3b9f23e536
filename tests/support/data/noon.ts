/** Noon of today in UTC: whatever the hour at which a test runs, an hour before it was today, too. */
export function noon(): Date {
  const instant = new Date();
  instant.setUTCHours(12, 0, 0, 0);
  return instant;
}
