/** After how many days a token expires, and how many days back it may write, each in words. */
export const EXPIRIES = { 30: '30 days', 90: '90 days', 365: 'A year', never: 'Never' } as const;
export const WRITES_BACK = { 7: '7 days', 31: '31 days', any: 'Any day' } as const;
