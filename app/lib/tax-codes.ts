/** The tax codes an item can have (docs/specification.md, "Hardware"). */
export const TAX_CODES = ['OUTPUT2', 'OUTPUT', 'ZERORATED', 'EXEMPTINPUT'] as const;
export type TaxCode = (typeof TAX_CODES)[number];
