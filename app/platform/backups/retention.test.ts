import { expect, test } from 'vitest';
import { backupName, readBackupName, outdated, type BackupKind } from './backup-files.server.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-11-22T09:00:00Z');

const madeDaysAgo = (days: number, kind: BackupKind = 'daily') => {
  const madeAt = new Date(NOW.getTime() - days * DAY);
  return { name: backupName(kind, madeAt), kind, madeAt };
};
const daysAgo = ({ madeAt }: { madeAt: Date }) => (NOW.getTime() - madeAt.getTime()) / DAY;

test('of a year of daily backups, those of a week and one a week of a month are kept', () => {
  const year = Array.from({ length: 365 }, (_day, index) => madeDaysAgo(index));
  const gone = new Set(outdated(year, NOW));
  const kept = year.filter((backup) => !gone.has(backup)).map(daysAgo);
  expect(kept.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(kept.slice(8)).toEqual([11, 18, 25]);
});

test('removing after each day keeps what removing once would, so that no week is lost', () => {
  let kept: ReturnType<typeof madeDaysAgo>[] = [];
  for (let day = 100; day >= 0; day--) {
    kept.push(madeDaysAgo(day));
    const gone = new Set(outdated(kept, new Date(NOW.getTime() - day * DAY)));
    kept = kept.filter((backup) => !gone.has(backup));
  }
  const weeks = kept.map(daysAgo).filter((days) => days > 7);
  expect(weeks.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...weeks)).toBeGreaterThan(20);
});

test('the newest of each kind stays however old it is, and those of people and updates for a month', () => {
  const backups = [
    madeDaysAgo(400),
    madeDaysAgo(30, 'manual'),
    madeDaysAgo(30.1, 'manual'),
    madeDaysAgo(40, 'manual'),
    madeDaysAgo(200, 'before-migration'),
    madeDaysAgo(300, 'before-migration'),
  ];
  expect(outdated(backups, NOW).map(daysAgo)).toEqual([40, 300]);
});

test('of those after invoices the newest stays, and none of them takes a daily one with it', () => {
  const backups = [
    madeDaysAgo(0.1, 'after-invoices'),
    madeDaysAgo(0.2),
    madeDaysAgo(0.3, 'after-invoices'),
    madeDaysAgo(1.2),
    madeDaysAgo(1.3, 'after-invoices'),
  ];
  expect(outdated(backups, NOW).map(daysAgo)).toEqual([0.3, 1.3]);
});

test('a name says when and why, and any other name is none', () => {
  const name = backupName('daily', NOW);
  expect(name).toBe('2026-11-22T09-00-00-000Z-daily.sqlite');
  expect(readBackupName(name)).toEqual({ kind: 'daily', madeAt: NOW });
  for (const other of [
    `../${name}`,
    `${name}.part`,
    name.replace('daily', 'weekly'),
    name.replace('11-22', '99-22'),
    'database.sqlite',
    '',
  ]) {
    expect([other, readBackupName(other)]).toEqual([other, null]);
  }
});
