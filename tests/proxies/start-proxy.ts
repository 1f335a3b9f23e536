import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/server/free-port.ts';

/** The proxies that `deploy/` has a file for. */
export const PROXIES = ['caddy', 'nginx'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** A proxy with the file of `deploy/`, on this machine's loopback, and its throw-away certificate. */
export type RunningProxy = {
  /** The certificate that a browser would have to trust. */
  certificate: string;
  /** All that it has printed and logged. */
  log: () => string;
  stop: () => Promise<void>;
};

type Ports = { port: number; upstream: number };
type Prepared = {
  command: string[];
  /** The lines that it prints once it answers. */
  ready: string[];
  environment?: Record<string, string>;
  certificate: () => string;
  logFile?: string;
};

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** Whether a proxy is installed. */
export function isInstalled(name: ProxyName): boolean {
  return spawnSync(name, [name === 'caddy' ? 'version' : '-v'], { stdio: 'ignore' }).status === 0;
}

/** Starts a proxy for `https://localhost:port`. Throws what it printed, when it does not start. */
export async function startProxy(name: ProxyName, ports: Ports): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `tallyhour-${name}-`));
  const prepared =
    name === 'caddy' ? prepareCaddy(folder, ports) : await prepareNginx(folder, ports);
  const [program = '', ...options] = prepared.command;
  const child = spawn(program, options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: folder, ...prepared.environment },
  });
  const closed = once(child, 'close');
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!prepared.ready.every((line) => printed.includes(line))) {
    await Promise.race([once(child.stderr, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`${name} ended: ${printed}`);
  }
  return {
    certificate: prepared.certificate(),
    log: () => printed + (prepared.logFile ? readFileSync(prepared.logFile, 'utf8') : ''),
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Only what belongs to this machine stands around the file: no fixed ports, no trust store. */
function prepareCaddy(folder: string, { port, upstream }: Ports): Prepared {
  const config = join(folder, 'Caddyfile');
  const options = 'admin off\nskip_install_trust\nauto_https disable_redirects\n';
  writeFileSync(config, `{\n${options}}\nimport ${join(DEPLOY, 'Caddyfile')}\n`);
  return {
    command: ['caddy', 'run', '--config', config, '--adapter', 'caddyfile'],
    ready: ['serving initial configuration', 'certificate obtained successfully'],
    environment: {
      SITE_ADDRESS: `localhost:${port}`,
      UPSTREAM: `127.0.0.1:${upstream}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    certificate: () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
  };
}

/** nginx reads no environment, so the lines that an operator changes are changed in a copy. */
async function prepareNginx(folder: string, { port, upstream }: Ports): Promise<Prepared> {
  const at = (name: string) => join(folder, name);
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', at('key.pem'), '-out', at('cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...subject, ...files], {
    stdio: 'ignore',
  });
  const changes: [string, string][] = [
    ['/etc/letsencrypt/live/time.example.com/fullchain.pem', at('cert.pem')],
    ['/etc/letsencrypt/live/time.example.com/privkey.pem', at('key.pem')],
    ['/var/log/nginx/tallyhour.log', at('access.log')],
    ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['time.example.com', 'localhost'],
  ];
  let site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8');
  for (const [given, changed] of changes) {
    if (!site.includes(given)) throw new Error(`deploy/nginx.conf has no ${given}`);
    site = site.replaceAll(given, changed);
  }
  writeFileSync(at('site.conf'), site);
  const own = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${at(name)};`)
    .join(' ');
  writeFileSync(
    at('nginx.conf'),
    `${own} daemon off; pid ${at('pid')}; error_log stderr notice; events {}
    http { ${temporary} include ${at('site.conf')}; }`,
  );
  return {
    command: ['nginx', '-p', folder, '-c', at('nginx.conf'), '-e', 'stderr'],
    ready: ['start worker process '],
    certificate: () => readFileSync(at('cert.pem'), 'utf8'),
    logFile: at('access.log'),
  };
}
