import { describe, expect, test } from 'vitest';
import { compareFacts } from '#app/ai/compare/compare.server.ts';
import { inventFigure, tidyNote } from './tidy-note.ts';

describe('a note', () => {
  test.each([
    ['todo: call w/ cust', 'Call with customer.'],
    ['  fixed   wifi  ', 'Fixed wifi.'],
    ['- 2 hrs on dns\n- upd docs', '2 hours on dns. Updated documents.'],
    ['1. fixed wifi\n2) called Anna!', 'Fixed wifi. Called Anna!'],
    ['Note: mtg @ 3pm,', 'Meeting @ 3pm.'],
    ['iPhone set up', 'iPhone set up.'],
    ['web01 & srv.acme.com down', 'web01 and srv.acme.com down.'],
    ['INV 42, inv. 43', 'INV 42, invoice 43.'],
    ['Done already.', 'Done already.'],
    ['todo:', 'Todo.'],
    ['', ''],
    [' \n ', ''],
  ])('such as %j becomes %j', (note, text) => {
    expect(tidyNote(note)).toBe(text);
  });

  test.each([
    'todo: fix printer @ Acme - 2 HP LaserJets, took 1.5 hrs, £45.50 + VAT',
    '- call w/ Sarah re INV-2043, she pays £1,250.00 by 3 Nov\n- 90 mins on #123 (ABC-123)',
    'moved 35 mailboxes to M365 on Sat 14th Nov 22:00, 10.0.0.12 → v2.4.1, anna@acme.com 20%',
  ])('such as %j keeps its facts', (note) => {
    expect(compareFacts(note, tidyNote(note))).toEqual({ missing: [], invented: [] });
  });
});

test.each([
  ['Fitted 3 sockets for £45.', 'Fitted 3 sockets for £46.'],
  ['Ticket INC0012399.', 'Ticket INC0012400.'],
  ['Fixed wifi.', 'Fixed wifi. This took 7 hours.'],
])('an invention turns %j into %j', (text, invented) => {
  expect(inventFigure(text)).toBe(invented);
});
