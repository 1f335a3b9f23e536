import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The machine's own network, and all that is not the public internet; of IPv6 only 2000::/3 is, without this. */
const INSIDE = { ipv4: new BlockList(), ipv6: new BlockList() };
const IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3';
const IPV6 = '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20';
for (const [family, ranges] of [
  ['ipv4', IPV4],
  ['ipv6', IPV6],
] as const) {
  for (const range of ranges.split(' ')) {
    const [network = '', bits] = range.split('/');
    INSIDE[family].addSubnet(network, Number(bits), family);
  }
}

/** Whether an IP address is none of the public internet: loopback, private, link-local, multicast and the like. */
export function isOwnNetwork(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
  return INSIDE[family].check(plain, family);
}

/** An address leads into the machine's own network. */
export class OwnNetworkError extends Error {}

/** The host of an address as connections name it: `[::1]` is `::1`. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/** Throws OwnNetworkError for an address that names an IP address of the machine's own network. */
export function refuseOwnAddress(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) !== 0 && isOwnNetwork(host)) throw new OwnNetworkError();
}

/**
 * Looks a name up for a connection, which is made to exactly what is found here: where any of it is of the machine's own
 * network, an OwnNetworkError. So a name that changes its mind between check and connection gains nothing.
 */
export const lookUpOutside: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = error ? [] : found;
    if (error) done(error, '');
    else if (found.some(({ address }) => isOwnNetwork(address))) done(new OwnNetworkError(), '');
    else if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  });
};

/** Whether an address leads into the machine's own network as far as is known now; a name that is not found may come. */
export function leadsInside(address: string): Promise<boolean> {
  const url = new URL(address);
  try {
    refuseOwnAddress(url);
  } catch {
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    lookUpOutside(hostOf(url), { all: true }, (error) => {
      resolve(error instanceof OwnNetworkError);
    });
  });
}
