import { expect, test } from 'vitest';
import { renderBody, wholeBody, wrongInBody, type Body } from './body.ts';
import type { Told } from './events.ts';

const TOLD: Told = {
  type: 'invoice.overdue',
  timestamp: '2026-11-20T09:00:00.000Z',
  title: 'Overdue: INV-7',
  text: 'Acme owes £60.00',
  link: 'https://time.example.com/invoices/7',
  data: { invoiceId: 7 },
};

const HOSTILE = [
  'He said "go", then \\ left',
  'Two\nlines\r\nand a\ttab',
  '", "topic": "stolen", "x": "',
  '{{link}} {{topic}} $& $1 {{ data }}',
  '\u2028\u2029\u0000\u001f',
  '</script><b>&amp;',
  '🙂\ud83d',
];

const body = (given: Partial<Body>): Body =>
  wholeBody({
    ...{ url: 'https://hooks.example.com/x', body: 'template', template: null },
    contentType: 'application/json',
    ...given,
  });

test('the standard body is type, timestamp and data', () => {
  const { url, text } = renderBody(body({ body: 'standard' }), TOLD);
  expect(url).toBe('https://hooks.example.com/x');
  expect(JSON.parse(text)).toEqual({
    type: TOLD.type,
    timestamp: TOLD.timestamp,
    data: { invoiceId: 7 },
  });
});

test('ntfy: its JSON is published at the root, with the topic of the address', () => {
  const ntfy = body({ body: 'ntfy', url: 'https://ntfy.example.com/my-topic' });
  const { url, text } = renderBody(ntfy, TOLD);
  expect(url).toBe('https://ntfy.example.com/');
  expect(JSON.parse(text)).toEqual({
    topic: 'my-topic',
    title: TOLD.title,
    message: TOLD.text,
    click: TOLD.link,
  });
  for (const path of ['', '/', '/a/b', '/a%20b', '/a?b']) {
    const wrong = wrongInBody({ ...ntfy, url: `https://ntfy.example.com${path}` });
    expect(wrong?.path, path).toBe(path === '/a?b' ? undefined : 'url');
  }
});

test('Apprise API: title, body and type, at the address itself', () => {
  const url = 'https://apprise.example.com/notify/home';
  const sent = renderBody(body({ body: 'apprise', url }), TOLD);
  expect(sent.url).toBe(url);
  expect(JSON.parse(sent.text)).toEqual({
    title: TOLD.title,
    body: `${TOLD.text}\n${TOLD.link}`,
    type: 'info',
  });
});

test.for(HOSTILE)('hostile text stays text: %j', (text) => {
  const told = { ...TOLD, text, title: text };
  const ntfy = renderBody(body({ body: 'ntfy', url: 'https://ntfy.sh/mine' }), told);
  expect(JSON.parse(ntfy.text)).toEqual({
    ...{ topic: 'mine', title: text, message: text, click: TOLD.link },
  });
  const own = body({ template: '{"a": "<{{text}}>", "b": {{data}}, "c": "{{ type }}"}' });
  expect(JSON.parse(renderBody(own, { ...told, data: { text } }).text)).toEqual({
    ...{ a: `<${text}>`, b: { text }, c: TOLD.type },
  });
  const plain = body({ contentType: 'text/plain; charset=utf-8', template: '{{text}}|{{type}}' });
  expect(renderBody(plain, told).text).toBe(`${text}|${TOLD.type}`);
  const form = body({
    contentType: 'application/x-www-form-urlencoded',
    template: 'a={{text}}&b={{type}}',
  });
  const wellFormed = { ...told, text: text.toWellFormed() };
  const sent = [...new URLSearchParams(renderBody(form, wellFormed).text)];
  expect(sent).toEqual([
    ['a', wellFormed.text],
    ['b', TOLD.type],
  ]);
});

test.for([
  '{"a": {{title}}}',
  '{"a": "{{data}}"}',
  '{"a": "{{title}}"',
  'plain {{title}}',
  '{"{{nothing}}": 1}',
])('%s cannot be saved as JSON', (template) => {
  expect(wrongInBody(body({ template }))?.path).toBe('template');
});

test('a preset gets its template unless the person has another of their own', () => {
  const ntfy = body({ body: 'ntfy', url: 'https://ntfy.sh/mine' });
  expect(wholeBody({ ...ntfy, body: 'apprise' }).template).toContain('"body"');
  const own = '{"topic": "mine", "message": "{{text}}", "priority": 4}';
  expect(wholeBody({ ...ntfy, template: own }).template).toBe(own);
  expect(wrongInBody({ ...ntfy, url: 'https://ntfy.sh/', template: own })).toBe(null);
  expect(wrongInBody(body({ template: null }))?.path).toBe('template');
});
