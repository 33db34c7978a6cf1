import dns from 'node:dns'
import type { LookupFunction } from 'node:net'

const LOOPBACK = { address: '127.0.0.1', family: 4 }
const { lookup } = dns

/** Finds `<name>.localhost` here, as browsers do; not every system's resolver does. */
export const lookupLocal: LookupFunction = (name, options, done) => {
  if (!name.endsWith('.localhost')) lookup(name, options, done)
  else if (options.all === true) done(null, [LOOPBACK])
  else done(null, LOOPBACK.address, LOOPBACK.family)
}

/** The same for all of this process, for a client that takes no look-up of ours. */
export function findLocalNames(): void {
  Object.assign(dns, { lookup: lookupLocal })
}
