import type { Services } from '../../../context.server.ts';
import { formatCount } from '../../../lib/count.ts';
import { formatPounds } from '../../../lib/money.ts';
import { differs, sayTime } from '../../print/sheet.server.ts';
import { ANSWERS, NO_TALLY, type Survey, type Tally } from '../choices.ts';
import { judgeNames } from '../compare.server.ts';
import type { Import } from '../import-row.server.ts';
import { isOfClients } from '../reading/formats.ts';

type Name = keyof typeof ANSWERS;

/** The questions that a file may leave open, in the order of the page. */
const QUESTIONS: Readonly<Record<Name, [title: string, legend: string]>> = {
  dayOrder: ['Dates', 'Which comes first?'],
  foreignMoney: ['Rates', 'What should these rates become?'],
  zeroRates: ['No rate was set', 'What rate should it have?'],
  amounts: ['Amounts and rounded hours', 'Which should be taken?'],
  projects: ['Projects', 'What should projects become?'],
  workTypes: ['No work type', 'What should be their work type?'],
  tags: ['Tags', 'What should tags become?'],
  twins: ['Clients that are here by almost the same name', 'What should these lines do?'],
  again: ['Came before', 'Are these lines the same work?'],
};

/** What the file leaves open, each with why it is asked and its possible answers. */
export function questionsOf(
  services: Pick<Services, 'db'>,
  row: Import,
  { asksDayOrder, exampleDate, currencies, tally = NO_TALLY, asks = [] }: Survey,
  asked = 0,
) {
  const { choices } = row;
  const twins = listTwins(services, row);
  const reasons: Record<Name, string | false> = {
    dayOrder:
      asksDayOrder && `All dates could begin with the day or with the month: ${exampleDate ?? ''}`,
    foreignMoney:
      currencies.length > 0 &&
      `The file has rates in ${currencies.join(', ')}; here they are in pounds`,
    zeroRates: tally.zeroRates > 0 && 'The file has work to be billed at 0.00 an hour',
    amounts: (tally.others > 0 || choices.amounts !== 'ask') && sayOthers(tally),
    projects: asks.includes('projects') && 'The file names the project of its lines',
    workTypes: asks.includes('workTypes') && 'Lines of the file have no task',
    tags: asks.includes('tags') && 'Work Logs finds lines by the words of their tags',
    twins: twins.length > 0 && twins.join(', '),
    again:
      (asked > 0 || choices.again !== 'ask') && 'Some lines are almost like lines that came before',
  };
  return (Object.keys(QUESTIONS) as Name[]).flatMap((name) => {
    const [[title, legend], subtitle] = [QUESTIONS[name], reasons[name]];
    const answers = Object.entries<string>(ANSWERS[name]);
    const question = { name, title, subtitle, legend, chosen: choices[name] ?? '', answers };
    return subtitle === false ? [] : [{ ...question, subtitle }];
  });
}

function sayOthers({ others, stated, worked, statedSeconds, workedSeconds }: Tally): string {
  const [time, money] = [statedSeconds - workedSeconds, stated - worked];
  return [
    others === 1 ? '1 line states' : `${formatCount(others)} lines state`,
    `${sayTime(statedSeconds)} and ${formatPounds(stated)}; as worked, by rates, it is`,
    `${sayTime(workedSeconds)} and ${formatPounds(worked)}. Difference: time`,
    `${differs(time, sayTime)}, money ${differs(money, formatPounds)}`,
  ].join(' ');
}

const SHOWN_TWINS = 20;

/** The first lines of a file of clients whose names are almost those of clients, in words, and how many more there are. */
function listTwins({ db }: Pick<Services, 'db'>, { id, format }: Import): string[] {
  if (!isOfClients(format)) return [];
  const said = judgeNames(db, { id, format }).flatMap(({ line, name, twin }) =>
    twin === null ? [] : [`line ${line}: “${name}” (here “${twin}”)`],
  );
  const left = said.length - SHOWN_TWINS;
  return [...said.slice(0, SHOWN_TWINS), ...(left > 0 ? [`and ${formatCount(left)} more`] : [])];
}
