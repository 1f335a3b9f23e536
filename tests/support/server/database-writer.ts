import { count } from 'drizzle-orm';
import { openDatabase, write } from '#db/connection.server.ts';
import { approvedEmails } from '#db/schema.ts';

/**
 * A process that writes: `node database-writer.ts <file> <name> <times>`. Each transaction
 * reads before it writes, so it would fail if another process wrote in between.
 */
const [file, name, times] = process.argv.slice(2);
if (!file || !name || !times) throw new Error('Usage: database-writer.ts <file> <name> <times>');

const db = openDatabase(file);
for (let index = 0; index < Number(times); index++) {
  write(db, () => {
    const row = db.select({ total: count() }).from(approvedEmails).get();
    const email = `${row?.total ?? 0}-${name}@example.com`;
    db.insert(approvedEmails).values({ email, createdAt: new Date() }).run();
  });
}
db.$client.close();
