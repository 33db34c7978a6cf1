import { createServer } from 'node:net'

import type { Service } from './service-list.ts'

export interface ServicePort {
  readonly service: Service
  readonly port: number
}

/** The services whose ports another program already uses. */
export async function busyPorts(
  host: string,
  ports: readonly ServicePort[],
): Promise<readonly ServicePort[]> {
  const busy = await Promise.all(ports.map(({ port }) => isBusy(host, port)))
  return ports.filter((_, index) => busy[index])
}

export function describeBusyPorts(host: string, busy: readonly ServicePort[]): string {
  const lines = busy.map(
    ({ service, port }) =>
      `  ${service.name} wants ${host}:${port}, which is in use; set ${service.portVariable} to a free port`,
  )
  return ['Oficina cannot start:', ...lines].join('\n')
}

function isBusy(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      if ('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(true)
      else reject(error)
    })
    probe.listen(port, host, () => probe.close(() => resolve(false)))
  })
}
