import { describe, expect, test } from 'vitest';
import type { InvoiceChoice } from '../lines/choices.ts';
import type { InvoiceGroup } from '../lines/groups.ts';
import { choicesOfAddress, previewAddress } from './choices-address.server.ts';

const NOTHING: InvoiceChoice = {
  isLeftOut: false,
  day: null,
  dueDay: null,
  poNumber: undefined,
  discount: null,
  keptPer: undefined,
};

/** An invoice of one client a month, with one log. */
function invoice(clientId: number, choice: Partial<InvoiceChoice>): InvoiceGroup {
  const group: Partial<Record<keyof InvoiceGroup, unknown>> = {
    key: `${clientId}-2026-10`,
    client: { id: clientId, invoicePer: 'month' },
    choice: { ...NOTHING, ...choice },
    invoicePer: 'month',
    entries: [{ goes: true, logs: [{ id: clientId * 10 }] }],
    logIds: [clientId * 10],
  };
  return group as InvoiceGroup;
}

const read = (address: string) => choicesOfAddress(new URL(address, 'http://localhost'));

describe('The address of a preview', () => {
  test('gives back the dates and numbers that were chosen, and the logs left out', () => {
    const some = [
      invoice(1, { day: '2026-10-31', dueDay: '2026-12-24', poNumber: 'PO & 7=8' }),
      invoice(2, { poNumber: null, discount: '12.5%' }),
      invoice(3, {}),
      invoice(4, { isLeftOut: true }),
    ];
    const back = read(previewAddress('clientId=5', some, { day: '2026-11-30', dueIn: '14 days' }));
    expect(Object.fromEntries(back.choices.invoices)).toEqual({
      '1-2026-10': { ...NOTHING, day: '2026-10-31', dueDay: '2026-12-24', poNumber: 'PO & 7=8' },
      // A number that was taken away is none, and not the client's own.
      '2-2026-10': { ...NOTHING, day: null, poNumber: null, discount: '12.5%' },
    });
    expect([...back.choices.leftOut]).toEqual([40]);
    expect(back.choices.all).toEqual({ day: '2026-11-30', dueIn: '14 days' });
    expect(back.isShortened).toBe(false);
  });

  test('gives back the invoices that are left out as a whole, as the page puts them there', () => {
    const { choices } = read('/?off=1-2026-10.2-period.x&po-1-2026-10=PO');
    expect(Object.fromEntries(choices.invoices)).toMatchObject({
      '1-2026-10': { isLeftOut: true, poNumber: 'PO' },
      '2-period': { isLeftOut: true, poNumber: undefined },
    });
  });

  test('says so where not all of it finds room, and stays short', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      invoice(index + 1, { day: '2026-10-31', isLeftOut: index < 5 }),
    );
    const address = previewAddress('', many, { day: null, dueIn: null });
    expect(address.length).toBeLessThan(4_000);
    const back = read(address);
    expect(back.isShortened).toBe(true);
    expect([...back.choices.leftOut]).toEqual([10, 20, 30, 40, 50]);
    expect(back.choices.invoices.size).toBe(0);
  });

  test('that somebody changed by hand says which field is wrong', () => {
    const { issues, choices } = read(
      '/?day-1-2026-10=soon&po-x=1&without=1.a.2&discount-1-2026-10=lots',
    );
    expect([...issues.keys()]).toEqual(['day-1-2026-10', 'discount-1-2026-10']);
    expect([...choices.leftOut]).toEqual([1, 2]);
  });
});
