import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PostForm } from '../../ui/form.tsx';
import type { listAgain } from './repeat.server.ts';

type RepeatFormProps = {
  id: string;
  oneTimeKey: string;
  /** Where to go afterwards, if not to this place. */
  back?: string;
  children: ReactNode;
};

/** The form around a list of work, whose buttons log one of it again. */
export function RepeatForm({ id, oneTimeKey, back, children }: RepeatFormProps) {
  const { pathname, search } = useLocation();
  return (
    <PostForm form={{ id }} action="/work-logs/repeat" oneTimeKey={oneTimeKey} preventScrollReset>
      <input type="hidden" name="back" value={back ?? `${pathname}${search}`} />
      {children}
    </PostForm>
  );
}

type RepeatButtonProps = {
  id: number;
  what: string;
  isBare?: boolean;
  /** Whether it is the one that the key `r` presses. */
  isTop?: boolean;
  /** Whether it is shown as a picture, in a list. */
  isIcon?: boolean;
};

/** Logs the same work again, now; `isBare` without its description. */
export function RepeatButton({ id, what, isBare, isTop, isIcon }: RepeatButtonProps) {
  return (
    <button
      name={isBare ? 'bare' : 'repeat'}
      value={id}
      className={isIcon ? 'icon-button icon-always' : 'button button-quiet'}
      data-key={isTop ? 'r' : undefined}
    >
      Repeat<span className="sr-only"> {what}</span>
    </button>
  );
}

/** Starts a timer for the same work, in a {@link RepeatForm}: a new log comes of it. */
export function GoOnButton({ id, what }: { id: number; what: string }) {
  return (
    <>
      <input type="hidden" name="whole" value="yes" />
      <button name="time" value={id} className="button button-quiet">
        Go on with this<span className="sr-only">: timer for {what}</span>
      </button>
    </>
  );
}

type UsualWorkProps = Omit<RepeatFormProps, 'children'> & { usual: ReturnType<typeof listAgain> };

/** Work to be logged again: each is one press. Nothing where nothing is. */
export function UsualWork({ usual, ...form }: UsualWorkProps) {
  if (usual.length === 0) return null;
  return (
    <RepeatForm {...form}>
      <p className="mb-1 text-xs font-medium text-muted">Usual work</p>
      <ul className="-my-2 divide-y divide-line">
        {usual.map(({ id: logId, client, workType, description, duration }) => {
          const what = `${duration} for ${client}, ${workType}`;
          return (
            <li key={logId} className="flex items-center gap-2 py-1.5">
              <div className="min-w-0 flex-1 text-sm">
                <p className="truncate font-medium">{client}</p>
                <p className="truncate text-muted">
                  {duration} · {description ? `${workType} · ${description}` : workType}
                </p>
              </div>
              <button
                name="time"
                value={logId}
                className="button button-quiet"
                title="Start a timer for this"
              >
                <span className="icon icon-play size-3.5" />
                <span className="sr-only">Start timer for {what}</span>
              </button>
              <RepeatButton id={logId} what={what} isBare={description === ''} />
            </li>
          );
        })}
      </ul>
    </RepeatForm>
  );
}
