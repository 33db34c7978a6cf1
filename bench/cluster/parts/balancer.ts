import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Program } from './program.ts'

export const BALANCER_COMMAND = '/usr/sbin/nginx'
const SHIPPED = resolve(import.meta.dirname, '../../../deploy/nginx.conf')

export const SERVICES = ['erp', 'chat', 'documents'] as const
export type ServiceName = (typeof SERVICES)[number]

export interface BalancerOptions {
  readonly folder: string
  /** Where each service is reached through the balancer. */
  readonly ports: Readonly<Record<ServiceName, number>>
  /** The ports of the processes behind it. */
  readonly upstreams: Readonly<Record<ServiceName, readonly number[]>>
  readonly logFile: string
}

/** nginx with the configuration that operators copy; only addresses and the certificate are replaced. */
export function balancerPart({ folder, ports, upstreams, logFile }: BalancerOptions): Program {
  const place = join(folder, 'nginx')
  mkdirSync(place, { recursive: true })
  const shipped = SERVICES.reduce(
    (text, name) =>
      text
        .replace(`listen 443 ssl; # ${name}\n`, `listen 127.0.0.1:${ports[name]};\n`)
        .replace(
          new RegExp(`(?<=upstream oficina_${name} \\{\\n)(?:  server .*\\n)+`),
          upstreams[name].map((port) => serverLine(port)).join(''),
        ),
    readFileSync(SHIPPED, 'utf8').replaceAll(/^ssl_certificate.*\n/gm, ''),
  )
  writeFileSync(join(place, 'oficina.conf'), shipped)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${place}/${kind};`,
  )
  const main = join(place, 'nginx.conf')
  writeFileSync(
    main,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;
pid ${place}/nginx.pid;
error_log stderr warn;
events { worker_connections 4000; }
http {
  access_log off;
${temporary.join('\n')}
  include ${place}/oficina.conf;
}
`,
  )
  return new Program({
    name: 'nginx',
    command: BALANCER_COMMAND,
    args: ['-c', main, '-g', 'daemon off;', '-e', 'stderr'],
    logFile,
    stopSignal: 'SIGQUIT',
    isReady: async () => (await fetch(`http://127.0.0.1:${ports.erp}/health`)).status < 600,
  })
}

function serverLine(port: number): string {
  return `  server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;\n`
}
