import { expect, test } from 'vitest';
import { isOwnNetwork, leadsInside, lookUpOutside, OwnNetworkError } from './own-network.server.ts';

/** An address of each kind that is not the public internet. */
const INSIDE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.20',
  '100.64.0.1',
  '169.254.169.254',
  '169.254.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
];

test.for(INSIDE)('%s is of the own network', (address) => {
  expect(isOwnNetwork(address)).toBe(true);
});

test.for(['8.8.8.8', '172.32.0.1', '172.15.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is not',
  (address) => {
    expect(isOwnNetwork(address)).toBe(false);
  },
);

test.for([
  'http://127.0.0.1:8080/x',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost:3000/',
])('%s leads inside, however it is written', async (url) => {
  expect(await leadsInside(url)).toBe(true);
});

test('a name that is not found may be saved, and an address of the internet', async () => {
  expect(await leadsInside('https://nobody.invalid/')).toBe(false);
  expect(await leadsInside('https://1.1.1.1/')).toBe(false);
});

test('the lookup of a connection refuses a name of the own network, for one address and for all', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) => {
      lookUpOutside('localhost', { all }, resolve);
    });
    expect(error).toBeInstanceOf(OwnNetworkError);
  }
});
