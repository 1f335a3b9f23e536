import { RepeatButton, RepeatForm, TimeAgainButton } from './repeat-form.tsx';
import type { listAgain } from './usual.server.ts';

/** Work to be logged again: each is one press. Nothing where nothing is. */
export function UsualWork({
  id,
  usual,
  oneTimeKey,
  back,
}: {
  id: string;
  usual: ReturnType<typeof listAgain>;
  oneTimeKey: string;
  back?: string;
}) {
  if (usual.length === 0) return null;
  return (
    <RepeatForm id={id} oneTimeKey={oneTimeKey} back={back}>
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
              <TimeAgainButton id={logId} what={what} />
              <RepeatButton id={logId} what={what} isBare={description === ''} />
            </li>
          );
        })}
      </ul>
    </RepeatForm>
  );
}
