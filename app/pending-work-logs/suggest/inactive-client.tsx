import type { PendingRow } from '../review/screen/review-screen.server.ts';

/** Says which inactive client a row would get, and leads to where it is brought back. */
export function InactiveClient({
  row,
  search,
}: {
  row: Pick<PendingRow, 'id' | 'inactiveClient'>;
  /** The filters of the list that it leads back to. */
  search: string;
}) {
  if (row.inactiveClient === null) return null;
  return (
    <span className="block text-xs text-muted">
      {`${row.inactiveClient.name} is inactive. `}
      <a
        className="link"
        href={`/pending-work-logs/${row.id}/bring-back${search ? `?${search}` : ''}`}
      >
        Bring it back
      </a>
    </span>
  );
}
