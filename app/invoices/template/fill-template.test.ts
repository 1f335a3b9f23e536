import { describe, expect, test } from 'vitest';
import { fillTemplate } from './template.ts';

const USUAL = '{date} | {workType} | {description}';
const LOG = { day: '2026-11-05', workType: 'Development', description: 'Login page' };

describe('the description of a line', () => {
  test('names the day as people here write it, the work and what was done', () => {
    expect(fillTemplate(USUAL, LOG)).toBe('05/11/2026 | Development | Login page');
  });

  test('leaves no bar hanging when nothing was described', () => {
    expect(fillTemplate(USUAL, { ...LOG, description: '' })).toBe('05/11/2026 | Development');
  });

  test.each([
    ['{description} | {date}', '05/11/2026'],
    ['{date} | {description} | {workType}', '05/11/2026 | Development'],
    ['{description}|{description} | {date}', '05/11/2026'],
    ['{description}', ''],
    ['{date} || {workType} | {description}', '05/11/2026 || Development'],
  ])('leaves no bar of an empty part in %s', (template, line) => {
    expect(fillTemplate(template, { ...LOG, description: '' })).toBe(line);
  });

  test('keeps the bars that a person wrote in a description', () => {
    const log = { ...LOG, description: '| a || b |' };
    expect(fillTemplate('{date} | {description}', log)).toBe('05/11/2026 | | a || b |');
  });

  test('takes a shortcode as often as it stands there, and leaves others alone', () => {
    expect(fillTemplate('{date} {date} {rate} {Date}', LOG)).toBe(
      '05/11/2026 05/11/2026 {rate} {Date}',
    );
  });

  test('takes what a person wrote as it is, also where it looks like a shortcode', () => {
    const description = '{workType} $& $1 {date}';
    expect(fillTemplate('{description}!', { ...LOG, description })).toBe(`${description}!`);
  });
});
