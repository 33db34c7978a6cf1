import { Program } from './program.ts'

export const NATS_COMMAND = '/usr/sbin/nats-server'

/** Debian's nats-server; its files go into a folder of the run. */
export function natsPart(options: {
  readonly port: number
  readonly monitorPort: number
  readonly storeFolder: string
  readonly logFile: string
}): Program {
  const { port, monitorPort, storeFolder, logFile } = options
  return new Program({
    name: 'nats',
    command: NATS_COMMAND,
    args: [
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '-m',
      String(monitorPort),
      '-js',
      '-sd',
      storeFolder,
    ],
    logFile,
    isReady: async () => (await fetch(`http://127.0.0.1:${monitorPort}/healthz`)).ok,
  })
}
