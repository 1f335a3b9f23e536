import { describe, expect, test } from 'vitest';
import { judgeOrigin } from './origin-check.ts';

const OWN = 'https://time.example.com';
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

type Case = [
  method: string,
  secFetchSite: string | undefined,
  origin: string | undefined,
  contentType: string | undefined,
];

const judge = ([method, secFetchSite, origin, contentType]: Case) =>
  judgeOrigin({ method, secFetchSite, origin, contentType, host: 'time.example.com' }, OWN);

describe('a request that only reads', () => {
  test.each<Case>([
    ['GET', 'cross-site', 'https://evil.example', undefined],
    ['HEAD', 'cross-site', undefined, undefined],
    ['OPTIONS', undefined, 'https://evil.example', undefined],
  ])('%s from %s is ours, since it changes nothing', (...request) => {
    expect(judge(request)).toBe('own');
  });
});

describe('a request that changes something', () => {
  test.each<Case>([
    ['POST', 'same-origin', OWN, FORM],
    // From the address bar or a bookmark: a person, not a page.
    ['POST', 'none', undefined, FORM],
    ['POST', undefined, OWN, FORM],
    ['PUT', undefined, OWN, JSON_TYPE],
    // A program, not a browser.
    ['POST', undefined, undefined, JSON_TYPE],
    ['PUT', undefined, undefined, 'application/json; charset=utf-8'],
    ['DELETE', undefined, undefined, undefined],
    // Sec-Fetch-Site counts more than Origin.
    ['POST', 'same-origin', 'null', FORM],
  ])('%s (site %s, origin %s, type %s) is ours', (...request) => {
    expect(judge(request)).toBe('own');
  });

  test.each<Case>([
    ['POST', 'cross-site', undefined, FORM],
    ['POST', 'same-site', undefined, FORM],
    ['POST', 'cross-site', OWN, FORM],
    ['POST', 'something-new', OWN, FORM],
    ['POST', '', OWN, FORM],
    ['POST', undefined, 'https://evil.example', FORM],
    ['POST', undefined, 'null', FORM],
    ['POST', undefined, '', FORM],
    ['POST', 'cross-site', 'http://time.example.com', FORM],
    ['POST', undefined, 'https://time.example.com:8443', FORM],
    ['POST', undefined, 'https://time.example.com.evil.example', FORM],
    ['POST', undefined, 'https://evil.example/https://time.example.com', FORM],
    ['POST', undefined, 'https://evil.example', JSON_TYPE],
    ['PUT', undefined, 'https://evil.example', JSON_TYPE],
    ['PATCH', 'cross-site', undefined, JSON_TYPE],
    ['DELETE', undefined, 'https://evil.example', undefined],
    ['SOMETHING', 'cross-site', undefined, undefined],
  ])('%s (site %s, origin %s, type %s) is foreign', (...request) => {
    expect(judge(request)).toBe('foreign');
  });

  test.each<[host: string, origin: string]>([
    ['192.168.1.20:3000', 'http://192.168.1.20:3000'],
    ['Time.Example.com', 'http://time.example.com'],
    ['time.lan', 'https://time.lan'],
    ['[fd00::7]:3000', 'http://[fd00::7]:3000'],
  ])('sent to %s by a page of %s is our own page, opened elsewhere', (host, origin) => {
    const headers = { method: 'POST', secFetchSite: undefined, contentType: FORM };
    expect(judgeOrigin({ ...headers, host, origin }, OWN)).toBe('elsewhere');
    expect(judgeOrigin({ ...headers, host: 'evil.example', origin }, OWN)).toBe('foreign');
    expect(judgeOrigin({ ...headers, host: undefined, origin }, OWN)).toBe('foreign');
  });

  test.each<Case>([
    ['POST', undefined, undefined, FORM],
    ['POST', undefined, undefined, 'multipart/form-data; boundary=x'],
    ['POST', undefined, undefined, 'text/plain'],
    ['POST', undefined, undefined, 'Text/Plain;charset=UTF-8'],
    ['POST', undefined, undefined, 'APPLICATION/X-WWW-FORM-URLENCODED'],
    ['PUT', undefined, undefined, FORM],
  ])('%s (site %s, origin %s, type %s) needs the form token', (...request) => {
    expect(judge(request)).toBe('needs-form-token');
  });
});
