import { BlockList, isIPv4, isIPv6 } from 'node:net'

// Every range that is not a public host: RFC 6890 and its successors, and the tunnels that carry an IPv4 address within.
const BLOCKED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
const BLOCKED_V6: readonly (readonly [string, number])[] = [
  // Unspecified, loopback and the old IPv4-compatible form.
  ['::', 96],
  // IPv4-mapped: a dialled address of this form is an IPv4 address in disguise.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Teredo, ORCHID, documentation, 6to4.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

/** Says whether an address may be dialled. */
export type AddressGuard = (address: string) => boolean

/**
 * A guard that lets only public addresses through, and those of the `allow` list: addresses or CIDR ranges with commas,
 * for servers of one's own. `variable` names the list's environment variable.
 * @throws Error naming the entry that is neither
 */
export function addressGuard(allow: string, variable: string): AddressGuard {
  const blocked = new BlockList()
  for (const [network, prefix] of BLOCKED_V4) blocked.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of BLOCKED_V6) blocked.addSubnet(network, prefix, 'ipv6')
  const allowed = new BlockList()
  for (const entry of allow.split(',').map((part) => part.trim())) {
    if (entry !== '') addRange(allowed, { entry, variable })
  }
  return (address) => {
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (family === 'ipv6' && (!isIPv6(address) || address.includes('%'))) return false
    return allowed.check(address, family) || !blocked.check(address, family)
  }
}

function addRange(
  list: BlockList,
  { entry, variable }: { readonly entry: string; readonly variable: string },
): void {
  const [network = '', prefix] = entry.split('/')
  const family = isIPv4(network) ? 'ipv4' : 'ipv6'
  if (family === 'ipv6' && !isIPv6(network)) {
    throw new Error(`${variable}: ${entry} is neither an address nor a range such as 10.0.0.0/8`)
  }
  const bits = family === 'ipv4' ? 32 : 128
  list.addSubnet(network, prefix === undefined ? bits : Number(prefix), family)
}
