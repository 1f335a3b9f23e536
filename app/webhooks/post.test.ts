import { expect, onTestFinished, test } from 'vitest';
import { startWebhookReceiver } from '#sandbox/webhook-receiver.ts';
import { OWN_NETWORK, post } from './post.server.ts';

const LETTER = {
  messageId: 'msg_1',
  contentType: 'application/json',
  text: '{"test": 2432232314}',
  signingKey: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  authorization: null,
};
const OPTIONS = {
  now: new Date(1_614_265_330_000),
  isLocalAllowed: true,
  signal: new AbortController().signal,
};

async function receive() {
  const receiver = await startWebhookReceiver();
  onTestFinished(receiver.close);
  return receiver;
}

test('the signature is that of the example of Standard Webhooks', async () => {
  const receiver = await receive();
  const messageId = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  await post({ ...LETTER, messageId, url: receiver.url }, OPTIONS);
  expect(receiver.received[0]?.headers).toMatchObject({
    'webhook-id': messageId,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    'content-type': 'application/json',
  });
  expect(receiver.received[0]?.body).toBe(LETTER.text);
});

test('a receiver that never answers is given up at the time limit', async () => {
  const receiver = await receive();
  receiver.answer({ kind: 'silent' });
  const answer = await post({ ...LETTER, url: receiver.url }, { ...OPTIONS, timeLimit: 200 });
  expect(answer).toMatchObject({
    status: null,
    problem: 'There was no answer within 0.2 seconds.',
  });
});

test.for(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
  'nothing is sent to %s unless that is allowed',
  async (host) => {
    const receiver = await receive();
    const url = receiver.url.replace('127.0.0.1', host);
    const refused = await post({ ...LETTER, url }, { ...OPTIONS, isLocalAllowed: false });
    expect(refused).toMatchObject({ status: null, problem: OWN_NETWORK });
    expect(receiver.received).toEqual([]);
  },
);
