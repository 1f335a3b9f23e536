import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitOf } from './contact-answer.ts';

describe('a contact fits a client', () => {
  test.each([
    ['Acme Ltd', 'acme LTD ', null, null, 'name'],
    ['Acme Ltd', 'Acme Limited', 'a@acme.example', ' A@Acme.example', 'email'],
    ['Acme Ltd', 'Acme', 'a@acme.example', 'b@acme.example', null],
    ['Acme', 'Acme Ltd', null, null, null],
    ['Acme', 'Other', '', '', null],
    ['Acme', 'Other', ' ', ' ', null],
    ['Café', 'Cafe\u0301', null, null, 'name'],
    ['Acme Ltd', 'Acme\u00a0Ltd', null, null, 'name'],
    ['Acme Ltd', 'Acme  \u2009\u3000\tLtd\u202f', null, null, 'name'],
    ['Acme Ltd', '\ufeffAc\u00adme\u200b Ltd\u2060\u200c\u200d', null, null, 'name'],
    ['Acme Ltd', '\u202aAcme Ltd\u202c\u200e', null, null, 'name'],
    ['Office Ltd', 'O\ufb03ce Ｌｔｄ', null, null, 'name'],
    ['Café', 'Cafe\u200b\u0301', null, null, 'name'],
    ['Studio M2', 'Studio M²', null, null, null],
    ['\u200b', '\u2060', null, null, null],
    ['Acme', 'Other', 'a@acme.example', '\u200ba@acme.example\u00a0', 'email'],
  ])('%j and %j with %j and %j: %j', (client, contact, clientEmail, contactEmail, fit) => {
    expect(
      fitOf({ name: client, email: clientEmail }, { name: contact, email: contactEmail }),
    ).toBe(fit);
  });

  test('by its own name in whichever case and with blanks around it', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(name, fc.nat(3), (text, blanks) => {
        const around = ' '.repeat(blanks);
        const contact = { name: `${around}${text}${around}`, email: null };
        expect(fitOf({ name: text, email: null }, contact)).toBe('name');
      }),
    );
  });
});
