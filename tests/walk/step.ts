import type { Locator, Page } from 'playwright';
import type { Random } from '../exactly-once/random.ts';

/** What nobody would type, and somebody once does. */
const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1,5',
  '1½',
  '1:75',
  '1e9',
  '99999999',
  '£12.345',
  '1h30',
  'thorn remote 1h router',
  '"',
  "O'Brien & <b>x</b>",
  '🧾 émoji',
  '\u202Eabc',
  'ＡＢＣ１２',
  'a'.repeat(300),
  'x'.repeat(3_000),
  '1969-01-01',
  '9999-12-31',
  '%_\\',
  // As somebody types it who tries for a fault.
  '$' + '{x}',
  'null',
  '٣',
] as const;
const DAYS = ['2026-06-26', '2026-06-01', '2024-02-29', ''] as const;
const KEYS =
  'Escape Enter Tab Shift+Tab ArrowDown ArrowUp Space / n N r t ? c d a u s Control+Enter';
const SCREENS = `/dashboard /work-logs /timer /week /history /import /forgotten /reports /work-logs/new
  /work-logs/quick-log /work-logs/line /pending-work-logs /pending-work-logs?status=all /archived-work-logs /clients
  /clients/13 /clients/14 /clients/new /settings /settings/rules /settings/rules/new /settings/week-target /invoices
  /invoices/1 /work-logs/create-invoices /reconciliation /research /waiting /shortcuts /work-logs/2027/edit`;

const listOf = (words: string) => words.split(/\s+/) as [string, ...string[]];

/** Ends the session, leaves the product, or gives a file. */
const NOT_PRESSED = /sign out|delete user|^https?:|authorize|\.csv|\.json|\/auth\//i;
const CONTROLS = ['a[href]', 'button:enabled', 'input', 'select', 'textarea', 'summary']
  .map((name) => `${name}:visible`)
  .join();

/** Presses, types, chooses or goes somewhere, by chance; says what it did. */
export async function step(page: Page, random: Random): Promise<string> {
  const chance = random.below(100);
  if (chance < 4) {
    const screen = random.pick(listOf(SCREENS));
    await page.goto(screen, { waitUntil: 'commit' });
    return `opened ${screen}`;
  }
  if (chance < 7) {
    await page.goBack({ waitUntil: 'commit' });
    return 'went back';
  }
  if (chance < 15) {
    const key = random.pick(listOf(KEYS));
    await page.keyboard.press(key);
    return `pressed ${key}`;
  }
  const dialog = page.locator('dialog:modal');
  const isIn = (await dialog.count()) > 0 && !random.oneIn(10);
  const controls = await (isIn ? dialog.last() : page.locator('body')).locator(CONTROLS).all();
  const control = controls[random.below(controls.length)];
  return control ? use(page, control, random) : 'found nothing to press';
}

async function use(page: Page, control: Locator, random: Random): Promise<string> {
  const { tag, type, name } = await control.evaluate((element) => ({
    tag: element.tagName,
    type: element.getAttribute('type') ?? '',
    name: [element.textContent, element.getAttribute('name'), element.getAttribute('href')]
      .join(' ')
      .trim()
      .slice(0, 60),
  }));
  if (NOT_PRESSED.test(name)) return `left ${name}`;
  const quick = { timeout: 1_500, noWaitAfter: true };
  if (tag === 'SELECT') {
    const options = await control.locator('option').count();
    await control.selectOption({ index: random.below(options) }, quick);
    return `chose in ${name}`;
  }
  const isTyped = tag === 'TEXTAREA' || /^(|text|search|email|password|number|date)$/.test(type);
  if ((tag === 'INPUT' || tag === 'TEXTAREA') && isTyped) {
    const isPlain = type === 'date' || type === 'number';
    const text = isPlain ? random.pick(DAYS) : random.pick(VALUES);
    await control.fill(text, quick);
    if (random.oneIn(5)) await page.keyboard.press('Enter');
    return `typed ${JSON.stringify(text.slice(0, 30))} in ${name}`;
  }
  if (type === 'file') return 'left a file field';
  await control.click({ ...quick, clickCount: random.oneIn(10) ? 2 : 1 });
  return `pressed ${name}`;
}
