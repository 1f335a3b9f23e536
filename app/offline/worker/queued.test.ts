import { expect, test } from 'vitest';
import { recordsOf, sayKind, timerAfter } from './queued.ts';
import type { Entry } from './store.ts';

const entry = (address: string, body: string): Entry => ({
  id: 7,
  person: 1,
  at: 5,
  address,
  body,
  refused: null,
  fault: null,
});

const RUNNING = { key: 'k', at: 5 };

test.each([
  ['/timer/start?sent=k', 'oneTimeKey=k&back=/log', 'start', RUNNING],
  ['/timer', 'oneTimeKey=k&press=start', 'start', RUNNING],
  ['/timer', 'oneTimeKey=k', 'start', RUNNING],
  ['/work-logs/repeat', 'oneTimeKey=k&time=4', 'start', RUNNING],
  ['/timer/stop', 'timer=k', 'stop', null],
  ['/timer?sent=k', 'press=stop&timer=1', 'stop', null],
  ['/timer', 'press=save&timer=1', 'save', undefined],
  ['/timer', 'press=discard&timer=1', 'discard', null],
  ['/timer', 'press=pause&timer=1', 'pause', undefined],
  ['/timer/stop', 'press=pause&timer=1', 'pause', undefined],
  ['/timer', 'press=resume&timer=1', 'resume', undefined],
  ['/timer', 'press=earlier-20-save&timer=1', 'save', undefined],
  ['/timer/drafts/3', 'press=log', 'log', undefined],
  ['/timer/drafts/3', 'press=discard', 'discard', undefined],
])('%s with %s is a press of the timer: %s', (address, body, press, after) => {
  const waiting = entry(address, body);
  expect(sayKind(waiting)).toBe(`Timer: ${press}`);
  expect(timerAfter([waiting])).toEqual(after);
  expect(recordsOf(waiting)).toEqual(['timer']);
});

test.each([
  ['/work-logs/new', 'description=x', ['new 7']],
  ['/work-logs/4/edit', 'description=x', ['work log 4']],
  ['/pending-work-logs/review', 'do=4-5:confirm', ['task 4', 'task 5']],
  ['/pending-work-logs/review', 'do=confirm', ['task']],
])('%s with %s is for %s', (address, body, records) => {
  expect(recordsOf(entry(address, body))).toEqual(records);
});
