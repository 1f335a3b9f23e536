import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRecords, type FileRecord } from './records.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'records-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function linesOf(text: string): Promise<[number, string][]> {
  const file = join(folder, 'file.csv');
  writeFileSync(file, text);
  const records: FileRecord[] = [];
  for await (const group of readRecords(file, { encoding: 'utf-8', delimiter: ',' })) {
    records.push(...group);
  }
  return records.map(({ line, cells: [first = ''] }) => [line, first]);
}

test.each(['\n', '\r\n', '\r'])(
  'A record is told by the line where it begins, with %j',
  async (end) => {
    const lines = ['name,note', 'a,"x', 'y', 'z"', 'b,c', '', 'd,"e', 'f"', 'g,h', ''];
    expect(await linesOf(lines.join(end))).toEqual([
      [1, 'name'],
      [2, 'a'],
      [5, 'b'],
      [7, 'd'],
      [9, 'g'],
    ]);
  },
);

test('What is no CSV is told by its line, too', async () => {
  const lines = ['name,note', 'a,"x', 'y"', 'b,"c" d'];
  await expect(linesOf(lines.join('\r\n'))).rejects.toThrow(/at line 4:/);
});
