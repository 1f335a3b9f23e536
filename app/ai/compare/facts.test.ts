import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareFacts } from './compare.server.ts';
import { cases } from '#tests/support/cases.ts';

/** A note, and a rewrite of it that is fine. */
const FINE: [note: string, rewrite: string][] = [
  // Money
  ['quote sent £1250.00', 'Sent the quotation for £1,250.'],
  ['quote sent £1,250', 'Sent the quotation for £1250.00.'],
  ['fee 1250 agreed', 'Agreed a fee of £1,250.'],
  ['cable 50p each', 'Supplied cables at £0.50 each.'],
  ['budget £1.2k', 'The budget is £1,200.'],
  ['range £50-60', 'Prices from £50 to £60.'],
  ['call out 45 pounds + vat', 'Call-out charge of £45 plus VAT.'],
  ['rate is £60 per hour', 'The rate is £60 an hour.'],
  ['USD 99 subscription', 'Subscription of $99.'],
  // Percentages
  ['gave 20% off', 'Applied a discount of 20 per cent.'],
  ['cpu 10-20% lower', 'Reduced the processor load by 10% to 20%.'],
  // Durations
  ['call 90 min', 'Call of 1h 30m.'],
  ['call 90 min', 'Telephone call (1.5 hours).'],
  ['1h30 on site', 'On-site work for one and a half hours.'],
  ['1 hr 30 mins migration', 'Migration work lasting 90 minutes.'],
  ['half an hour on backups', 'Spent 30 minutes on backups.'],
  ['spent an hour w/ the printer', 'Spent 1 hour on the printer.'],
  ['1.67h fixing dns', 'Resolved a DNS fault in 100 minutes.'],
  ['2-3 hours of setup', 'Two to three hours of set-up.'],
  ['2 weeks of testing', 'Testing over 14 days.'],
  ['2 hours, 30 min of it travel', 'Two hours, including 30 minutes of travel.'],
  ['30m call', 'A 30-minute call.'],
  // Dates and times
  ['visit 3 Nov 2026', 'Site visit on 2026-11-03.'],
  ['visit 03/11/2026', 'Site visit on 3 November 2026.'],
  ['visit November 3rd, 2026', 'Site visit on 3/11/2026.'],
  ['visit 3 nov', 'Site visit on 3rd November.'],
  ['visit 3/11/26', 'Site visit on 3 Nov 2026.'],
  ['on 3-5 Nov', 'From 3 November to 5 November.'],
  ['mon and tues on site', 'On site on Monday and Tuesday.'],
  ['Tue 3 Nov 2026 visit', 'Visited on 3 November 2026.'],
  ['visit 3 Nov 2026', 'Visited on Tuesday, 3 November 2026.'],
  ['may need a new switch in march', 'A new switch may be needed in March.'],
  ['mtg 2pm', 'Meeting at 14:00.'],
  ['mtg 2.30pm-4pm', 'Meeting from 14:30 to 16:00.'],
  ['mtg at 3', 'Meeting at 3pm.'],
  ['outage 9:15 to 10:45', 'Dealt with an outage between 09:15 and 10:45.'],
  // Numbers
  ['2 printers installed', 'Installed two printers.'],
  ['two printers installed', 'Installed both printers.'],
  ['2 x monitors + 3 docks', 'Supplied 3 docks and two monitors.'],
  ['1 new printer set up', 'Set up a new printer.'],
  ['added 16GB RAM', 'Added 16 GB of RAM.'],
  ['twenty-five laptops wiped', 'Wiped 25 laptops.'],
  ['12 users, 4 in Leeds', 'Twelve users, four of them in Leeds.'],
  ['works on the 2nd floor', 'Worked on the second floor.'],
  ['1. fixed wifi\n2. called Anna', 'Fixed the Wi-Fi and called Anna.'],
  ['support 24/7 explained', 'Explained the 24/7 support.'],
  // Names, addresses and references
  ['called Anna re the DNS', 'Telephoned Anna about the domain name system (DNS).'],
  ['Spoke to Anna Smith at Acme Ltd', 'Spoke with Anna Smith of Acme.'],
  ["fixed Anna's laptop", 'Repaired a laptop for Anna.'],
  ['Fixed the Printer in the Office', 'Fixed the printer in the office.'],
  ['Replaced Faulty Switch In The Server Room', 'Exchanged a defective switch in the server room.'],
  ['URGENT: REPLACED FAULTY SWITCH, SERVER ROOM', 'Replaced a faulty switch in the server room.'],
  ['set up VPN for Bob', 'Set up a virtual private network (VPN) for Bob.'],
  ['the Active Directory sync failed', 'Resolved a failed AD synchronisation.'],
  ['moved files to SharePoint', 'Moved the files to Sharepoint.'],
  ['upgraded to Win11', 'Upgraded to Windows 11.'],
  ['M365 licences for José', 'Microsoft 365 licences for Jose.'],
  ['enabled 2FA', 'Enabled two-factor authentication.'],
  ['fixed #123', 'Resolved ticket 123.'],
  ['see ABC-123 and INC0012345', 'Worked on INC0012345 and ABC 123.'],
  ['login at https://www.acme.com/', 'Resolved the login at acme.com.'],
  ['mail to anna@acme.com bounced', 'Investigated bounced mail to Anna@acme.com.'],
  ['server 10.0.0.12 down', 'Restored the server at 10.0.0.12.'],
  ['updated to v2.4.1', 'Updated to version 2.4.1.'],
  ['called 020 7946 0123', 'Telephoned +44 20 7946 0123.'],
  ['restored backup.zip on srv-01', 'Restored backup.zip on SRV-01.'],
  ['', 'Nothing was noted.'],
];

/** A note, a rewrite of it that is not fine, the missing facts, and the invented ones. */
const WRONG: [note: string, rewrite: string, missing: string[], invented: string[]][] = [
  // Money
  ['quote £1,250', 'Sent the quotation.', ['£1,250'], []],
  ['quote £1,250', 'Sent the quotation for £1,520.', ['£1,250'], ['£1,520']],
  ['quote £1,250', 'Sent the quotation for £1.25.', ['£1,250'], ['£1.25']],
  ['quote £50', 'Sent the quotation for €50.', ['£50'], ['€50']],
  ['licence £99.99', 'Renewed the licence for £99.', ['£99.99'], ['£99']],
  ['2 sockets for £45', 'Fitted two sockets at £45, £90 in total.', [], ['£90']],
  ['deposit of £2 paid', 'The deposit was paid by 2 people.', ['£2'], ['2']],
  // Percentages
  ['20% off', 'Applied a discount.', ['20%'], []],
  ['20% off', 'Applied a discount of £20.', ['20%'], ['£20']],
  // Durations
  ['call 90 min', 'Call of one hour.', ['90 min'], ['one hour']],
  ['1h 30m on site', 'On site for 1 hour.', ['1h 30m'], []],
  ['two hours of tests', 'Carried out tests.', ['two hours'], []],
  ['took 2 hours', 'This took 2 days.', ['2 hours'], ['2 days']],
  ['short call', 'A call of 15 minutes.', [], ['15 minutes']],
  // Dates and times
  ['visit 3 Nov 2026', 'Site visit on 11 March 2026.', ['3 Nov 2026'], ['11 March 2026']],
  ['visit 03/11/2026', 'Site visit.', ['03/11/2026'], []],
  ['visit 3 Nov 2026', 'Site visit on 3 November.', ['3 Nov 2026'], []],
  ['visit 3 Nov', 'Site visit on 3 November 2025.', [], ['3 November 2025']],
  ['on 3, 4 and 5 Nov', 'On 3 and 5 November.', ['4 Nov'], []],
  ['visit Tuesday', 'Site visit on Thursday.', ['Tuesday'], ['Thursday']],
  ['visit 3 Nov 2026', 'Visited on Monday, 3 November 2026.', [], ['Monday']],
  ['in november', 'Last month.', ['november'], []],
  ['mtg 2pm', 'Meeting at 3pm.', ['2pm'], ['3pm']],
  ['mtg 14:30', 'Meeting held.', ['14:30'], []],
  // Numbers
  ['2 printers installed', 'Installed printers.', ['2'], []],
  ['2 printers installed', 'Installed 3 printers.', ['2'], ['3']],
  ['two printers installed', 'Installed the printers.', ['two'], []],
  ['2 printers, 3 switches', '3 printers and 2 switches.', ['2', '3'], ['3', '2']],
  ['3 sockets on 3 Nov', 'Fitted sockets on 3 November.', ['3'], []],
  ['moved 1,250 mailboxes', 'Moved 1,205 mailboxes.', ['1,250'], ['1,205']],
  ['added 16GB RAM', 'Added 16 TB of RAM.', ['16GB'], ['16 TB']],
  ['fixed printers', 'Fixed 4 printers.', [], ['4']],
  // Names, addresses and references
  ['called Anna about the printer', 'Made a call about the printer.', ['Anna'], []],
  ['met Anna Smith', 'Met Anna.', ['Smith'], []],
  ['Acme call. Told Acme to wait', 'Made a call and advised waiting.', ['Acme'], []],
  ['call w/ Bob + Carol', 'Call with Bob.', ['Carol'], []],
  ['set up VPN', 'Set up remote access.', ['VPN'], []],
  ['files to OneDrive', 'Moved files to the cloud.', ['OneDrive'], []],
  ['fixed #123', 'Resolved the ticket.', ['#123'], []],
  ['fixed #123', 'Resolved ticket #132.', ['#123'], ['#132']],
  ['see ABC-123', 'Worked on ABC-1234.', ['ABC-123'], ['ABC-1234']],
  ['see INC0012345', 'Worked on the incident.', ['INC0012345'], []],
  ['fixed the login', 'Fixed the login (INC0012345).', [], ['INC0012345']],
  ['mail anna@acme.com', 'Sent an email to the customer.', ['anna@acme.com'], []],
  ['server 10.0.0.12 down', 'Restored the server at 10.0.0.21.', ['10.0.0.12'], ['10.0.0.21']],
  ['updated to v2.4.1', 'Updated to version 2.4.', ['v2.4.1'], ['version 2.4']],
  [
    'see https://acme.com/a',
    'See https://acme.com/b.',
    ['https://acme.com/a'],
    ['https://acme.com/b'],
  ],
  ['restored report.xlsx', 'Restored a spreadsheet.', ['report.xlsx'], []],
  ['called 020 7946 0123', 'Telephoned 020 7946 0132.', ['020 7946 0123'], ['020 7946 0132']],
  ['upgraded to Win11', 'Upgraded to Windows 10.', ['Win11'], ['10']],
];

describe('a rewrite that is fine', () => {
  test.each(FINE)('of %j as %j keeps all and invents nothing', (note, rewrite) => {
    expect(compareFacts(note, rewrite)).toEqual({ missing: [], invented: [] });
  });
});

describe('a rewrite that changes facts', () => {
  test.each(WRONG)('of %j as %j is found out', (note, rewrite, missing, invented) => {
    expect(compareFacts(note, rewrite)).toEqual({ missing, invented });
  });
});

describe('any text', () => {
  const PIECES = fc.constantFrom(
    ...[...FINE, ...WRONG].flatMap(([note, rewrite]) => [note, rewrite]),
  );
  const TEXT = fc.oneof(
    fc.array(PIECES, { maxLength: 4 }).map((pieces) => pieces.join('. ')),
    fc
      .array(fc.oneof(PIECES, fc.string({ unit: 'binary' })), { maxLength: 4 })
      .map((pieces) => pieces.join(' ')),
  );

  test('keeps its own facts, and invents none', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(compareFacts(text, text)).toEqual({ missing: [], invented: [] });
      }),
      { numRuns: cases(500) },
    );
  });

  test('is judged in the same way from both ends: what one has too much, the other lacks', () => {
    fc.assert(
      fc.property(TEXT, TEXT, (source, rewritten) => {
        const { missing } = compareFacts(rewritten, source);
        expect(missing).toEqual(expect.arrayContaining(compareFacts(source, rewritten).invented));
      }),
      { numRuns: cases(200) },
    );
  });

  test.each([
    '1 ',
    'a.',
    '1,250',
    'A-1',
    '3 Nov, ',
    'an hour and ',
    '£1-',
    '0 ',
    'Anna ',
    '1:',
    '/a',
  ])(
    'of %j over and over, as long as a description can be, is read',
    (piece) => {
      const text = piece.repeat(Math.ceil(10_000 / piece.length));
      expect(compareFacts(text, text)).toEqual({ missing: [], invented: [] });
    },
    10_000,
  );
});
