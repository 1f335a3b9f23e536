import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { PRODUCT_NAME, timerSign } from '../../lib/product.ts';
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
        className="flex"
      >
        <input type="hidden" name="back" value={back} />
        {running ? <input type="hidden" name="timer" value={running.id} /> : null}
        <button className="frame-timer-button" data-key="t" data-running={running ? '' : undefined}>
          <span className={`icon ${running ? 'icon-square' : 'icon-play'} size-3.5`} />
          {running ? 'Stop' : 'Start timer'}
          {running ? <span className="sr-only"> timer</span> : null}
        </button>
        {typeof running?.id === 'number' ? <PauseButton isPaused={running.isPaused} /> : null}
      </PostForm>
    </section>
  );
}

/** A start that waits on this device cannot be paused. */
function PauseButton({ isPaused }: { isPaused: boolean }) {
  return (
    <button
      name="press"
      value={isPaused ? 'resume' : 'pause'}
      className="frame-timer-button order-first"
      title={isPaused ? 'Go on' : 'Pause'}
    >
      <span className={isPaused ? 'icon icon-play size-3.5' : 'h-3 w-2.5 border-x-3'} />
      <span className="sr-only">{isPaused ? 'Go on with timer' : 'Pause timer'}</span>
    </button>
  );
}

/** The running timer, as presses that wait on this device for a line leave it. */
function useRunning({ running }: FrameTimer): Running | null {
  const waiting = useWaitingTimer();
  if (waiting === undefined) return running;
  if (waiting === null) return null;
  const { key, elapsed } = waiting;
  return { id: key, elapsed, isPaused: false, shown: '', asOf: '', label: 'Waiting to be sent' };
}

function RunningTime({ running }: { running: Running }) {
  const elapsed = useElapsed(running);
  return (
    <Link discover="none" to={TIMER_PATH} className="frame-timer-time">
      <span className="font-semibold tabular-nums">
        <span className="sr-only">Timer: </span>
        {elapsed === null ? `${running.shown} ` : formatElapsed(elapsed)}
      </span>
      <span className="block truncate text-xs text-muted">
        {elapsed === null ? `at ${running.asOf} · ` : ''}
        {running.isPaused ? 'Paused · ' : ''}
        {running.label || 'No client yet'}
      </span>
    </Link>
  );
}

/** The milliseconds that the timer has run, by the server's clock as of the page; null at first. Paused, it stands. */
function useElapsed({ elapsed, isPaused }: Running): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const loaded = Date.now();
    const tick = () => {
      const current = isPaused ? elapsed : elapsed + Math.max(0, Date.now() - loaded);
      setNow(current);
      showInTitle(current, isPaused);
    };
    tick();
    const ticking = setInterval(tick, 1_000);
    return () => {
      clearInterval(ticking);
    };
  }, [elapsed, isPaused]);
  return now;
}

/** Brings the time at the front of the page's title up to date. */
function showInTitle(elapsed: number, isPaused: boolean): void {
  const [, wrong = '', title = ''] =
    /^(Error: )?(?:[▶‖] \d+:\d\d · )?(.*)/.exec(document.title) ?? [];
  if (!title.includes(PRODUCT_NAME)) return;
  const shown = `${wrong}${timerSign(isPaused)} ${formatElapsed(elapsed)} · ${title}`;
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
