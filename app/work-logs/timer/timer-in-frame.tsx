import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { PRODUCT_NAME } from '../../lib/product.ts';
import { PostForm } from '../../ui/form.tsx';
import { useWaitingTimer } from '../../ui/scripts/waiting-timer.ts';
import type { FrameTimer } from './timer-screen.server.ts';
import { TIMER_PATH, formatElapsed } from './clock.ts';

/** `id` is the key of the form that started it while that form waits. */
type Running = Omit<NonNullable<FrameTimer['running']>, 'id'> & { id: number | string };

/** The timer on every screen: a button that starts it, or its time and a button that stops it. */
export function TimerInFrame({ timer }: { timer: FrameTimer }) {
  const { drafts, oneTimeKey } = timer;
  const running = useRunning(timer);
  const { pathname, search } = useLocation();
  const back = pathname.startsWith(TIMER_PATH) ? TIMER_PATH : `${pathname}${search}`;
  return (
    <section aria-label="Timer" className="frame-timer no-print">
      {running ? <RunningTime running={running} /> : <DraftsLink drafts={drafts} />}
      <PostForm
        form={{ id: 'frame-timer' }}
        action={running ? '/timer/stop' : '/timer/start'}
        oneTimeKey={oneTimeKey}
        preventScrollReset
      >
        <input type="hidden" name="back" value={back} />
        {running ? <input type="hidden" name="timer" value={running.id} /> : null}
        <button className="frame-timer-button" data-key="t" data-running={running ? '' : undefined}>
          <span className={`icon ${running ? 'icon-square' : 'icon-play'} size-3.5`} />
          {running ? 'Stop' : 'Start timer'}
          {running ? <span className="sr-only"> timer</span> : null}
        </button>
      </PostForm>
    </section>
  );
}

/** The running timer, as presses that wait on this device for a line leave it. */
function useRunning({ running }: FrameTimer): Running | null {
  const waiting = useWaitingTimer();
  if (waiting === undefined) return running;
  if (waiting === null) return null;
  const { key, elapsed } = waiting;
  return { id: key, elapsed, shown: '', asOf: '', label: 'Waiting to be sent' };
}

function RunningTime({ running }: { running: Running }) {
  const elapsed = useElapsed(running);
  return (
    <Link discover="none" to={TIMER_PATH} className="frame-timer-time">
      <span className="font-semibold tabular-nums">
        <span className="sr-only">Timer: </span>
        {elapsed === null ? `${running.shown} at ${running.asOf}` : formatElapsed(elapsed)}
      </span>
      <span className="block truncate text-xs text-muted">{running.label || 'No client yet'}</span>
    </Link>
  );
}

/** The milliseconds that the timer has run, by the server's clock as of the page; null at first. */
function useElapsed({ elapsed }: Running): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const loaded = Date.now();
    const tick = () => {
      const current = elapsed + Math.max(0, Date.now() - loaded);
      setNow(current);
      showInTitle(current);
    };
    tick();
    const ticking = setInterval(tick, 1_000);
    return () => {
      clearInterval(ticking);
    };
  }, [elapsed]);
  return now;
}

/** Brings the time at the front of the page's title up to date. */
function showInTitle(elapsed: number): void {
  const [, wrong = '', title = ''] = /^(Error: )?(?:▶ \d+:\d\d · )?(.*)/.exec(document.title) ?? [];
  if (!title.includes(PRODUCT_NAME)) return;
  const shown = `${wrong}▶ ${formatElapsed(elapsed)} · ${title}`;
  if (document.title !== shown) document.title = shown;
}

function DraftsLink({ drafts }: { drafts: number }) {
  if (drafts === 0) return null;
  return (
    <Link discover="none" to={TIMER_PATH} className="frame-timer-time text-sm text-accent">
      {drafts === 1 ? '1 time to log' : `${drafts} times to log`}
    </Link>
  );
}
