import SqliteDatabase from 'better-sqlite3';

/**
 * Loaded before the product, this is the control: it opens databases with the `synchronous` of
 * POWER_SYNCHRONOUS, whatever the product asks for, so that a power cut must be seen to lose something.
 */
const other = process.env.POWER_SYNCHRONOUS ?? '';
const { prototype } = SqliteDatabase;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own object below
const usual = prototype.pragma;
prototype.pragma = function pragma(this: SqliteDatabase.Database, text, options) {
  const changed = /^synchronous *= *(FULL|NORMAL)$/i.test(text) ? `synchronous = ${other}` : text;
  return usual.call(this, changed, options);
};
