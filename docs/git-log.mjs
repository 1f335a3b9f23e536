#!/usr/bin/env node
// Puts your commits into Tallyhour's review, each once: run it as often as you like, by hand or every hour.
//   TALLYHOUR_URL=https://hours.example.com TALLYHOUR_TOKEN=th_… node git-log.mjs REPOSITORY [SINCE] [AUTHOR]
// SINCE is a date as git reads it (default: 1 week ago), AUTHOR an email (default: the repository's user.email).
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';

const [repository = '.', since = '1 week ago', named] = process.argv.slice(2);
const { TALLYHOUR_URL, TALLYHOUR_TOKEN } = process.env;

const git = (...words) =>
  execFileSync('git', ['-C', repository, ...words], { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** The commits of an author, oldest first, as what the review takes. */
function commits() {
  const author = named ?? git('config', 'user.email').trim();
  const projectName = basename(git('rev-parse', '--show-toplevel').trim());
  const format = '--format=%H%x1f%aI%x1f%s%x1f%b%x1e';
  const which = [`--since=${since}`, '--fixed-strings', `--author=<${author}>`, '--no-merges'];
  return git('log', '--reverse', ...which, format, 'HEAD', '--')
    .split('\x1e')
    .filter((commit) => commit.trim() !== '')
    .map((commit) => {
      const [sourceId, completedAt, subject, body] = commit.trim().split('\x1f');
      return {
        source: 'git',
        sourceId,
        taskName: subject.slice(0, 500) || 'A commit without a subject',
        completedAt,
        projectName,
        description: body.trim().slice(0, 10_000),
      };
    });
}

/** Sends one; true if it was not there yet. Waits where the server says that it is too much at once. */
async function send(commit) {
  const answer = await fetch(new URL('/api/pending-worklogs', TALLYHOUR_URL), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TALLYHOUR_TOKEN}` },
    body: JSON.stringify(commit),
  });
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get('Retry-After')) || 60;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return send(commit);
  }
  if (answer.ok) return answer.status === 201;
  throw new Error(`${commit.sourceId}: ${answer.status} ${await answer.text()}`);
}

if (!TALLYHOUR_URL || !TALLYHOUR_TOKEN) throw new Error('Set TALLYHOUR_URL and TALLYHOUR_TOKEN.');
const counts = { new: 0, known: 0 };
for (const commit of commits()) counts[(await send(commit)) ? 'new' : 'known'] += 1;
console.log(`${counts.new} new, ${counts.known} known`);
