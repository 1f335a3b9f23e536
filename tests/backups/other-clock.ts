/**
 * Loaded before the product: its clock is as many milliseconds ahead as CLOCK_AHEAD says.
 */
const ahead = Number(process.env.CLOCK_AHEAD ?? 0);
const Usual = Date;

class Ahead extends Usual {
  constructor(...given: [] | [number | string | Date]) {
    const [value] = given;
    super(value ?? Usual.now() + ahead);
  }

  static override now(): number {
    return Usual.now() + ahead;
  }
}

globalThis.Date = Ahead as DateConstructor;
