import { readDueIn } from '../../../lib/due-in.ts';
import { plainCell } from './values.ts';

/** Lists of clients of other programs: which of their columns holds which of ours. */

/** Our columns, each with what holds it there: the first of these whose columns are all there. Several are joined. */
const FIELDS = {
  name: '*contactname|contactname|client name|client|customer name|customer|company name|company|name',
  email: 'emailaddress|email|e-mail|email address',
  contact_person: 'firstname+lastname|first name+last name|contact person|contact name|contact',
  reference: 'accountnumber|account number|reference',
  due_in: 'duedatesalesday+duedatesalesterm',
  notes: 'notes|note',
};

/** What else a list of people and firms has, and no list of work. */
const BESIDE =
  /^(?:(?:(?:office|mobile|work|home) )?(?:phone|telephone|mobile|fax)(?: number)?|first name|last name|title|(?:street )?address(?: line)?(?: ?\d)?|street|city|town|county|region|state|post ?code|zip(?: code)?|country|website|currency|vat number|tax number|invoice email default)$/;

/** Which columns of a header hold ours, by place. `name`: where a person chose which one has the names. */
export function clientColumns(
  names: readonly string[],
  name: number | null,
): Record<string, number[]> {
  const columns = Object.entries(FIELDS).flatMap(([field, candidates]) => {
    const places = candidates
      .split('|')
      .map((ones) => ones.split('+').map((one) => names.indexOf(one)));
    const found = places.find((ats) => ats.every((at) => at >= 0 && at !== name));
    return found === undefined ? [] : [[field, found] as const];
  });
  return { ...Object.fromEntries(columns), ...(name === null ? {} : { name: [name] }) };
}

/** Whether a header is one of a list of clients: of Xero's contacts, or one that has nothing but what such lists have. */
export function isClientList(names: readonly string[]): boolean {
  const columns = clientColumns(names, null);
  if (columns.name === undefined) return false;
  // Xero's files of invoices name contacts, too.
  if (names.includes('contactname') || names.includes('*contactname')) {
    return !names.some((name) => name.endsWith('invoicenumber'));
  }
  const known = new Set(Object.values(columns).flat());
  return names.every((name, at) => known.has(at) || name === '' || BESIDE.test(name));
}

const AFTER_INVOICE =
  /^(\d{1,3}) ?(?:days after|daysafterbilldate|days? ?(?:\(s\))? after the (?:invoice|bill) date)$/;
const NEXT_MONTH = /^(\d{1,2}) ?(?:(?:of(?: the)?)? ?following month|offollowingmonth)$/;

/** Payment terms as another program writes them, such as `20 Following Month`, as our form has them; null: it has none. */
export function readTerms(text: string): string | null {
  const plain = plainCell(text).toLowerCase();
  const [, days] = AFTER_INVOICE.exec(plain) ?? [];
  const [, day] = NEXT_MONTH.exec(plain) ?? [];
  const said = days ? `${days} days` : day ? `day ${day} of next month` : plain;
  return readDueIn(said) === null ? null : said;
}
