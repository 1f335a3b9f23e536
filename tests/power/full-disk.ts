import { openWorld, settleInvoices, tryStep, type World } from './world.ts';

/** What became of it. */
export type Full = { rounds: number; full: number; invoices: number; faults: string[] };

const MOST_ROOM = 400_000;

/**
 * Makes invoices on a disk that is full after so many bytes, each time a few more; then makes room, and
 * looks whether each of them is in Xero once.
 */
export async function fillDisk(rounds: number): Promise<Full> {
  const world = await openWorld('full-disk');
  const result: Full = { rounds: 0, full: 0, invoices: 0, faults: [] };
  try {
    for (; result.rounds < rounds; result.rounds += 1) {
      for (let log = 0; log < 4; log += 1) await tryStep(world, 'a log by the API');
      const failed = world.shim.failed();
      const room = Math.round((MOST_ROOM * result.rounds) / rounds);
      // An empty log of changes, so that every page that is written needs room.
      world.inDatabase((sqlite) => sqlite.pragma('wal_checkpoint(TRUNCATE)'));
      world.shim.leaveRoom(room);
      await press(world);
      if (world.shim.failed() > failed) result.full += 1;
      world.shim.leaveRoom(null);
      result.faults.push(...world.faults().map((fault) => `with room for ${room}: ${fault}`));
      await press(world);
      await settleInvoices(world);
      result.faults.push(...world.faults(true).map((fault) => `after ${room}: ${fault}`));
      await press(world);
      if (free(world) > 0)
        result.faults.push(`after ${room}: ${free(world)} logs are not invoiced`);
    }
    result.invoices = world.scene.xero.state().invoices.length;
    return result;
  } finally {
    await world.close();
  }
}

/** Asks for invoices of all that can be invoiced; whatever the answer is. */
async function press({ scene }: World): Promise<void> {
  scene.tell(await scene.visitor.api('POST', '/api/xero/create-invoices', {}));
}

function free({ inDatabase }: World): number {
  return inDatabase((sqlite) =>
    Number(
      sqlite
        .prepare('select count(*) from work_logs where billable and not is_invoiced')
        .pluck()
        .get(),
    ),
  );
}
