import type { World } from './worlds.ts';

const OURS =
  'date,client,work_type,kind,minutes,description,billable,hourly_rate,invoiced,invoice_number,logged_by,hardware_items';
const DOCK = '{"itemName":"Dock","quantity":2,"unitPrice":"120.00","vatIncluded":true}';
const CABLE = '{"itemName":"Cable, two metres","unitPrice":"9.99","vatIncluded":false}';
const HARVEST =
  'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name,Billable Rate,Currency';

/** Files in each state that the page of an import knows. */
const FILES: [name: string, lines: string[]][] = [
  [
    'ours.csv',
    [
      OURS,
      '2026-03-02 10:00,Harbour Dental,On-site support,time,60,Telephone,true,62.50,false,,Robin Hale,',
      `2026-03-03 11:00,Worshipful Company of Bookbinders,Kit,hardware,0,New desks,true,,false,,Ann Lee,"[${[DOCK, CABLE].join(',').replaceAll('"', '""')}]"`,
      '2026-03-04 09:00,Harbour Dental,On-site support,time,long,Printer,true,62.50,false,,,',
      '2026-03-05 09:00,Harbour Dental,Kit,hardware,0,,true,,false,,,',
    ],
  ],
  [
    'harvest_time_report_from2026-01-01to2026-03-31.csv',
    [
      HARVEST,
      '03/02/2026,Harbour Dental,,,On-site support,Telephone,1.5,Yes,No,Robin,Hale,60.00,EUR',
      '04/02/2026,Quay Books,,,Training,,0.33,Yes,No,Ann,Lee,60.00,EUR',
    ],
  ],
  ['another.csv', ['Tag;Kunde;Tätigkeit;Dauer;Notiz', '2026-03-02;Acme;Support;1,5;Telefon']],
  ['picture.csv', ['\0\0\0\0']],
  [
    'done.csv',
    [OURS, '2026-03-02,Harbour Dental,On-site support,time,60,Telephone,true,,false,,,'],
  ],
];

/** The pictures of imports in all their states. */
export function importStage({ server, visitor }: World) {
  const headers = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' };
  return {
    before: async () => {
      for (const [name, lines] of FILES) {
        const body = new FormData();
        body.set('file', new Blob([lines.join('\n')]), name);
        await visitor.send('/import', { method: 'POST', headers, body });
      }
      await visitor.post(`/import/${FILES.length}`, { press: 'import' });
    },
    shots: [
      ...FILES.map(([name], at) => ({
        name: `import-${name.split(/[._]/)[0] ?? ''}`,
        path: `/import/${at + 1}`,
      })),
      { name: 'import-list', path: '/import' },
      { name: 'import-undo', path: `/import/${FILES.length}/undo` },
      { name: 'import-no-scripts', path: '/import/1', as: 'no scripts' as const },
    ],
  };
}
