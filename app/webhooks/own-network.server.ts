import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The machine's own network, and all that is not the public internet. */
const OWN = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [network = '', bits] = range.split('/');
  OWN.addSubnet(network, Number(bits), 'ipv4');
}

/** Of IPv6 only this part is the public internet, without what stands for addresses of IPv4 or for examples. */
const PUBLIC = new BlockList();
PUBLIC.addSubnet('2000::', 3, 'ipv6');
const NOT_PUBLIC = new BlockList();
NOT_PUBLIC.addSubnet('2001::', 23, 'ipv6');
NOT_PUBLIC.addSubnet('2001:db8::', 32, 'ipv6');
NOT_PUBLIC.addSubnet('2002::', 16, 'ipv6');
NOT_PUBLIC.addSubnet('3fff::', 20, 'ipv6');

/** Whether an IP address is none of the public internet: loopback, private, link-local, multicast and the like. */
export function isOwnNetwork(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 4) return OWN.check(plain, 'ipv4');
  return !PUBLIC.check(plain, 'ipv6') || NOT_PUBLIC.check(plain, 'ipv6');
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
