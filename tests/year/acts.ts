import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { openLink } from '../support/server/login-link.ts';
import { plainFormsOf } from '../support/plain-forms.ts';
import type { Answer, Visitor } from '../support/server/visitor.ts';
import { PEOPLE, type Person, type World } from './world.ts';

/** Every question that the product may ask about what is sent, answered. */
export const MEANT = 'hours-day-date-name-hardware';

/** The visitor of a person. */
export function visitorOf({ people }: World, person: Person): Visitor {
  const visitor = people.get(person);
  if (!visitor) throw new Error(`${person} does not work here.`);
  return visitor;
}

/**
 * Sends a request and, where the product dies under it, the very same once it runs again: with its one-time key it has
 * its effect once. Throws where it dies unasked.
 */
export async function send(world: World, request: () => Promise<Answer>): Promise<Answer> {
  for (let hasDied = false; ;) {
    try {
      return await request();
    } catch (error) {
      // Node's fetch says no more than this when the other side is gone, or a kept connection was to one that is.
      if (!(error instanceof TypeError)) throw error;
      const product = world.product();
      await Promise.race([product.ended, pause(hasDied ? 100 : 2_000)]);
      if (product.isRunning() && hasDied) continue;
      if (product.isRunning() || world.afterDeath === null) {
        throw new Error(`The product is ${product.isRunning() ? 'silent' : 'dead'}.`, {
          cause: error,
        });
      }
      await world.afterDeath();
      hasDied = true;
    }
  }
}

function accept(answer: Answer, what: string, statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`${what} was answered ${answer.status}: ${answer.text.slice(0, 1_000)}`);
}

/** Calls the API with a one-time key of its own. Throws where the answer is another than these. */
export async function call(
  world: World,
  person: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
  path: string,
  body?: unknown,
  statuses = [200, 201, 202, 204],
): Promise<Answer> {
  const headers: Record<string, string> =
    method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
  const visitor = visitorOf(world, person);
  const answer = await send(world, () => visitor.api(method, path, body, headers));
  return accept(answer, `${method} ${path}`, statuses);
}

/** The same for what has an id in its answer. */
export async function make(
  world: World,
  person: Person,
  path: string,
  body: unknown,
): Promise<number> {
  const answer = await call(world, person, 'POST', path, body);
  return z.object({ id: z.int() }).parse(answer.json()).id;
}

type SentForm = {
  page: string;
  action: string;
  fields?: Record<string, string>;
  /** Boxes that are ticked there, and are not to be. */
  without?: string[];
};

/** Opens a page and sends one of its forms, with its one-time key; gives the answer, which leads on. */
export async function sendForm(
  world: World,
  person: Person,
  { page, action, fields = {}, without = [] }: SentForm,
): Promise<Answer> {
  const visitor = visitorOf(world, person);
  const shown = accept(await send(world, () => visitor.get(page)), page, [200]);
  const form = plainFormsOf(shown.text).find((one) => one.action.split('?')[0] === action);
  if (!form) throw new Error(`${page} has no form ${action}.`);
  const sent = new URLSearchParams(
    form.fields.filter(([name]) => !(name in fields || without.includes(name))),
  );
  for (const [name, value] of Object.entries(fields)) sent.append(name, value);
  const answer = await send(world, () => visitor.post(form.action, sent));
  return accept(answer, `The form ${action}`, [302, 303]);
}

/** Presses a button that is a form of its own, such as Undo. */
export async function press(
  world: World,
  person: Person,
  path: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const visitor = visitorOf(world, person);
  accept(await send(world, () => visitor.post(path, fields)), path, [302, 303]);
}

/** Signs everybody in who works there. */
export async function signIn(world: World, people: readonly Person[] = PEOPLE): Promise<void> {
  for (const person of people) {
    const visitor = visitorOf(world, person);
    const link = new URL(await world.product().link(person));
    await openLink(visitor, `${link.pathname}${link.search}`);
    accept(
      await send(world, () => visitor.get('/api/auth/user')),
      `The sign-in of ${person}`,
      [200],
    );
  }
}

/** Connects to Xero as a person does, where the product is not connected. */
export async function connectXero(world: World, person: Person): Promise<void> {
  const visitor = visitorOf(world, person);
  const asked = accept(await visitor.get('/api/xero/authorize'), 'Connect to Xero', [302]);
  const state = new URL(asked.location ?? '').searchParams.get('state') ?? '';
  const back = `/api/xero/callback?code=${world.xero.grantCode()}&state=${state}`;
  accept(await visitor.get(back), 'Xero’s redirection', [303]);
  const connection = z
    .object({ connected: z.boolean() })
    .parse((await visitor.api('GET', '/api/xero/connection')).json());
  if (!connection.connected) throw new Error('Xero is not connected.');
}
