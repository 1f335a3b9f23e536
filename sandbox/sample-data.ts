import { subYears } from 'date-fns/subYears';
import { dayOf, noonOf } from '#app/lib/calendar.ts';
import { parsePounds, timeTotal } from '#app/lib/money.ts';
import { rateForNewLog } from '#app/work-logs/rates/rates.ts';
import { write, type Database } from '#db/connection.server.ts';
import { clients, workLogs, workTypes, type Client, type WorkType } from '#db/schema.ts';
import { dayPeriod, monthPeriod } from './periods.ts';
import { addSampleHardware } from './sample-hardware.ts';

const LOG_COUNT = 2_000;
const MINUTE = 60_000;

/** How many rows one INSERT adds: each binds a dozen values, and SQLite takes 32,766. */
const ROWS_AT_ONCE = 250;

/** Name, email, contact, three rates in pounds, share of the work; `left` for a former client. */
const CLIENTS = `
Harbour View Dental | reception@harbourviewdental.example | Priya Nair | 65 | 95 | 55 | 12
Thornbury & Lyle Solicitors | it@thornburylyle.example | Gareth Lyle | 85 | 125 | | 14
Copper Kettle Cafés | office@copperkettle.example | Mina Okafor | 60 | 90 | 50 | 8
Pennine Timber Supplies | accounts@penninetimber.example | Dave Ashworth | 60 | 90 | | 10
St Brannock’s Primary School | bursar@stbrannocks.example | Helen Pugh | 50 | 80 | 45 | 11
Fairweather Lettings | hello@fairweatherlettings.example | Tom Fairweather | 70 | 100 | | 9
Ellis Grange Veterinary Practice | manager@ellisgrange.example | Dr Sian Ellis | 62.50 | 95 | 55 | 10
Northgate Community Theatre | | Bea Lawson | 0 | 90 | | 5
Marlow Brothers Engineering | systems@marlowbros.example | Owen Marlow | 75 | 110 | 67.50 | 13
Juniper & Rye Bakery | orders@juniperrye.example | Clara Jensen | 0 | 90 | | 4
Quayside Yoga | studio@quaysideyoga.example | | 55 | 90 | | 3 | left
Bracken Hill Farm Shop | shop@brackenhill.example | Neil Tranter | 60 | 90 | | 4 | left
`;

/** The names of the clients, for the stand-ins to name projects and contacts by. */
export const SAMPLE_CLIENT_NAMES = CLIENTS.trim()
  .split('\n')
  .map((line) => cells(line)[0] ?? '');

/** Name, rate in pounds, share of the work, usual minutes, description; then descriptions of such logs. */
const WORK_TYPES = [
  `Remote support | 65 | 42 | 15 15 30 30 30 45 60 | Help by telephone and remote control
Reset password and multi-factor sign-in for {person}
{person} could not print to {printer}; cleared the stuck queue and updated the driver
{app} crashing on start for {person}, repaired the profile
Mailbox full: archived old mail for {person} and raised the quota
Investigated slow {app}, found a failing cache and cleared it
Suspicious email reported by {person}; checked the headers, blocked the sender, no harm done
Restored a deleted folder from backup for {person}
New starter account for {person}: mail, {app}, shared drives
Shared calendar permissions corrected for {person} and the team
VPN dropping at home for {person}, changed to the new profile`,
  `On-site support | 75 | 14 | 60 90 90 120 120 180 240 | Visits, travel time included
Visit to {site}: replaced the faulty power supply in {device}
Moved four desks in {site}, re-patched and tested the network points
Traced intermittent Wi-Fi in {site} to a failing access point and swapped it
Set up a workstation and two screens for {person} in {site}
Quarterly visit: checked the server cupboard, labels, UPS batteries and backups
Jams in {printer} since Monday; cleaned the rollers, replaced the fuser, tested`,
  `Consultancy | 95 | 9 | 60 60 90 120 180 | Advice, reviews and planning
Review of licences with {person}; list of what can be cancelled
Cyber Essentials preparation: walked through the questionnaire with {person}
Planned the move of {app} to the cloud, with costs and a timetable
Options paper on replacing {device}
Monthly service meeting with {person}, notes circulated
Business continuity: agreed recovery times, drafted the plan`,
  `Project work | 80 | 15 | 60 120 120 180 240 300 | Agreed pieces of work with an estimate
Migration of {app}: second batch of users moved and checked
Network refresh, {site}: configured switches and VLANs
Intranet pages for {person}: navigation and permissions
Rolled out {app} to pilot users, collected feedback
Laptop replacement: imaged and enrolled six machines
Telephone change-over: call routes, greetings, test calls with {person}`,
  `Maintenance | 55 | 16 | 15 30 30 45 60 | Updates, backups and monitoring
Monthly patching of servers, restarted out of hours, all services back
Checked backup reports and did a test restore of {app}
Renewed the certificate for {app}
Firmware update on {device}
Disk space alert on {device}; moved old logs
Antivirus console: two machines out of date, brought back in line`,
  `Training | 70 | 4 | 60 90 120 | Workshops and one-to-one sessions
One-to-one with {person}: {app} basics and shortcuts
Phishing awareness session for the team in {site}
How-to guide and short session on {app} for new staff`,
  `Hardware | 0 | 0 | 15 | Equipment supplied, sold by the item`,
];

const DETAILS = `Confirmed working with {person} before closing.
Left a note on the ticket for next time.
Will check again on Friday.
Waited for the supplier, who were helpful in the end.
Third time this month, so worth looking at a replacement.
Included updating the asset list and the diagram in the shared folder.
Showed {person} how to do this without us.
Agreed with {person} to leave {device} as it is for now.`.split('\n');

const WORDS: Record<string, string[]> = {
  person: 'Amira,Ben,Chloe,Darren,Eilidh,Farah,Graham,Hannah,Imran,Kasia,Megan,Olu,Ruth'.split(','),
  device: 'the Kyocera copier,SRV-01,the NAS,the office PC,the boardroom PC,till 2'.split(','),
  printer: 'the Kyocera copier,the label printer,the reception printer'.split(','),
  app: 'Outlook,Teams,Sage 50,the booking system,SharePoint,the case database,OneDrive'.split(','),
  site: 'the front office,the workshop,the upstairs studio,the main hall,the annexe'.split(','),
};

type Options = { now: Date; timeZone: string };
type Random = () => number;
type SampleClient = Client & { share: number };
type SampleWorkType = WorkType & { share: number; usualMinutes: number[]; texts: string[] };
type NewWorkLog = Omit<typeof workLogs.$inferInsert, 'day'>;

/**
 * Fills an empty database with clients, work types and 2,000 time logs over the year
 * before `now`; the same `now` gives the same data. Money in pence, durations in minutes.
 */
export function addSampleData(db: Database, { now, timeZone }: Options): void {
  const random = seededRandom(20_240_607);
  write(db, () => {
    const madeAt = subYears(now, 1);
    const allClients = addClients(db, madeAt);
    const allWorkTypes = addWorkTypes(db, madeAt);
    const days = planDays({ now, timeZone }, random);
    const logs = days.flatMap((day, index) => {
      // Former clients have work in the first half of the year only.
      const present = allClients.filter(({ isActive }) => isActive || index < days.length / 2);
      return fillDay(day, present, allWorkTypes, random);
    });
    markInvoiced(logs, { now, timeZone }, random);
    for (let row = 0; row < logs.length; row += ROWS_AT_ONCE) {
      db.insert(workLogs)
        .values(
          logs
            .slice(row, row + ROWS_AT_ONCE)
            .map((log) => ({ ...log, day: dayOf(log.date, timeZone) })),
        )
        .run();
    }
  });
  addSampleHardware(db, { now, timeZone });
}

function addClients(db: Database, madeAt: Date): SampleClient[] {
  return CLIENTS.trim()
    .split('\n')
    .map((line) => {
      const [name = '', email = '', contactPerson = '', ...numbers] = cells(line);
      const [standard = '', premium = '', discounted = '', share, left] = numbers;
      const client = db
        .insert(clients)
        .values({
          name,
          email: email === '' ? null : email,
          contactPerson: contactPerson === '' ? null : contactPerson,
          standardRatePence: parsePounds(standard) ?? 0,
          premiumRatePence: parsePounds(premium) ?? 0,
          discountedRatePence: parsePounds(discounted),
          isActive: left === undefined,
          createdAt: madeAt,
          updatedAt: madeAt,
        })
        .returning()
        .get();
      return { ...client, share: Number(share) };
    });
}

function addWorkTypes(db: Database, madeAt: Date): SampleWorkType[] {
  return WORK_TYPES.map((text) => {
    const [first = '', ...texts] = text.split('\n');
    const [name = '', rate = '', share, usual = '', description] = cells(first);
    const workType = db
      .insert(workTypes)
      .values({
        name,
        hourlyRatePence: parsePounds(rate) ?? 0,
        description,
        isHardware: name === 'Hardware',
        createdAt: madeAt,
        updatedAt: madeAt,
      })
      .returning()
      .get();
    return { ...workType, share: Number(share), usualMinutes: usual.split(' ').map(Number), texts };
  });
}

function cells(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}

/** A working day: when work begins, how many minutes it has, and how many logs it gets. */
type PlannedDay = { start: Date; minutes: number; count: number };

/** The working days of the year before `now`; today counts until `now`. */
function planDays({ now, timeZone }: Options, random: Random): PlannedDay[] {
  const days = Array.from({ length: 365 }, (_, index) => 364 - index)
    .map((daysBack) => dayOf(dayPeriod(now, timeZone, daysBack).start, timeZone))
    .filter(isWorkingDay)
    .map((day) => {
      const start = new Date(noonOf(day, timeZone).getTime() - 180 * MINUTE);
      const minutesUntilNow = (now.getTime() - start.getTime()) / MINUTE;
      const minutes = Math.min(540, Math.floor(minutesUntilNow / 15) * 15);
      const weight = random() < 0.12 ? 0.2 : 0.5 + random();
      return { start, minutes, weight: (weight * minutes) / 540 };
    })
    .filter(({ minutes }) => minutes >= 15);
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  let weightSoFar = 0;
  let countSoFar = 0;
  return days.map(({ start, minutes, weight }) => {
    weightSoFar += weight;
    const count = Math.round((LOG_COUNT * weightSoFar) / total) - countSoFar;
    countSoFar += count;
    return { start, minutes, count };
  });
}

function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T12:00Z`).getUTCDay();
  const isHoliday = day.slice(5) >= '12-24' || day.slice(5) <= '01-01';
  return weekday >= 1 && weekday <= 5 && !isHoliday;
}

function fillDay(
  { start, minutes, count }: PlannedDay,
  allClients: SampleClient[],
  allWorkTypes: SampleWorkType[],
  random: Random,
): NewWorkLog[] {
  let used = 0;
  // A long log leaves half an hour to each that follows, or less on a full day.
  const reserved = Math.min(30, Math.floor(minutes / count / 15) * 15);
  return Array.from({ length: count }, (_, index) => {
    const client = pick(random, allClients, ({ share }) => share);
    const workType = pick(random, allWorkTypes, ({ share }) => share);
    const isLong = count <= 3 && random() < 0.5;
    const wanted = pick(random, isLong ? [300, 360, 420, 480] : workType.usualMinutes);
    const room = minutes - used - reserved * (count - index - 1);
    const duration = Math.min(wanted, room);
    const date = new Date(start.getTime() + used * MINUTE);
    const doneAt = new Date(date.getTime() + duration * MINUTE);
    used += duration + (room - duration >= 30 && random() < 0.4 ? 15 : 0);
    const hourlyRatePence = rateForNewLog(client, workType);
    return {
      clientId: client.id,
      workTypeId: workType.id,
      duration,
      description: describe(random, workType.texts),
      hourlyRatePence,
      totalPence: timeTotal(duration, hourlyRatePence),
      billable: random() >= 0.08,
      date,
      createdAt: doneAt,
      updatedAt: doneAt,
    };
  });
}

function describe(random: Random, texts: string[]): string {
  const kind = random();
  if (kind < 0.03) return '';
  const detailCount = kind < 0.06 ? 6 : kind < 0.4 ? 1 : 0;
  const offset = Math.floor(random() * DETAILS.length);
  const details = [...DETAILS, ...DETAILS].slice(offset, offset + detailCount);
  const sentences = [pick(random, texts), ...details].join('. ').replaceAll('.. ', '. ');
  const filled = sentences.replace(/\{(\w+)\}/g, (_match, name: string) =>
    pick(random, WORDS[name] ?? []),
  );
  const text = filled.charAt(0).toUpperCase() + filled.slice(1);
  return random() < 0.55 ? `HD-${1000 + Math.floor(random() * 9000)}: ${text}` : text;
}

/** Puts most logs from before last month on invoices, one for each client and month. */
function markInvoiced(logs: NewWorkLog[], { now, timeZone }: Options, random: Random): void {
  const { start: openSince } = monthPeriod(now, timeZone, 1);
  const invoices = new Map<string, { id: string; number: string } | null>();
  const closed = logs
    .filter(({ billable, date }) => billable && date < openSince)
    .map((log) => ({ log, key: `${dayOf(log.date, timeZone).slice(0, 7)} ${log.clientId}` }))
    .sort((one, other) => one.key.localeCompare(other.key));
  for (const { log, key } of closed) {
    const number = `INV-${String(101 + invoices.size).padStart(4, '0')}`;
    const isForgotten = !invoices.has(key) && random() < 0.04;
    if (!invoices.has(key)) invoices.set(key, isForgotten ? null : { id: uuid(random), number });
    const invoice = invoices.get(key);
    if (!invoice || random() < 0.01) continue;
    log.isInvoiced = true;
    log.xeroInvoiceId = invoice.id;
    log.xeroInvoiceNumber = invoice.number;
    log.updatedAt = new Date(monthPeriod(log.date, timeZone).end.getTime() + 600 * MINUTE);
  }
}

/** Mulberry32: numbers from 0 to below 1, the same ones for the same seed. */
function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<Item>(random: Random, items: Item[], weightOf: (item: Item) => number = () => 1) {
  let left = random() * items.reduce((sum, item) => sum + weightOf(item), 0);
  const found = items.find((item) => (left -= weightOf(item)) < 0) ?? items.at(-1);
  if (found === undefined) throw new Error('There is nothing to pick from');
  return found;
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}
