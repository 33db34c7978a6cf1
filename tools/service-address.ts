import { isIP } from 'node:net'

// Who listens on every address is asked on this machine's own.
const OWN_ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** Where a service listens, as a person is told it. */
export function addressOf(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** Where a service that listens there is asked by another one of this machine. */
export function ownAddressOf(host: string, port: number): string {
  return addressOf(OWN_ADDRESSES.get(host) ?? host, port)
}
