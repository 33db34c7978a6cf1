import { BlockList, isIP, isIPv4 } from 'node:net'

import { apiError } from '../errors.ts'
import { NETWORK_REFUSED } from '../messages/access.ts'

/** A range of addresses, IPv4 or IPv6. */
export interface Range {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  readonly prefix: number
}

/** A range such as `10.0.0.0/8` or `2001:db8::/32`, or one address. Undefined: it is neither. */
export function parseRange(text: string): Range | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  // An address with a zone, or one that the system writes in the other family, would never match.
  if (version === 0 || rest.length > 0 || address.includes('%') || isMapped(address))
    return undefined
  const bits = version === 4 ? 32 : 128
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)) return undefined
  const family = version === 4 ? 'ipv4' : 'ipv6'
  return { address, family, prefix: prefix === undefined ? bits : Number(prefix) }
}

const MAPPED = /^::ffff:(?=\d+\.)/i

function isMapped(address: string): boolean {
  return MAPPED.test(address)
}

/** An IPv4 address that came through an IPv6 socket is that IPv4 address; the zone of a link is not part of it. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, '').replace(/%.*$/, '')
}

/** The part of its address that a client cannot easily change: an IPv6 client has a whole /64. */
export function clientOf(address: string): string {
  if (isIPv4(address) || isIP(address) === 0) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = [...front, ...(tail === undefined ? [] : zeros), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

interface Rule {
  readonly range: Range
  readonly allows: boolean
}

/** Decides whether the networks of a company let a request from an address through. */
export type NetworkGuard = (address: string) => boolean

/**
 * Of the ranges that contain an address the narrowest decides, and of equal ones the one that blocks. An address in
 * none of them is let through unless there is a range that allows.
 * @source docs/decisions/0223-erp-networks.md
 */
export function networkGuard(
  networks: readonly { readonly rango_cidr: string; readonly regla: 'permitir' | 'bloquear' }[],
): NetworkGuard {
  const rules = networks.flatMap(({ rango_cidr: text, regla }): Rule[] => {
    const range = parseRange(text)
    return range === undefined ? [] : [{ range, allows: regla === 'permitir' }]
  })
  if (rules.length === 0) return () => true
  const narrowestFirst = rules
    .toSorted((a, b) => b.range.prefix - a.range.prefix || Number(a.allows) - Number(b.allows))
    .map(({ range, allows }) => ({ list: listOf(range), family: range.family, allows }))
  const isOpen = !rules.some(({ allows }) => allows)
  return (address) => {
    if (isIP(address) === 0) return false
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    const found = narrowestFirst.find(
      (rule) => rule.family === family && rule.list.check(address, family),
    )
    return found === undefined ? isOpen : found.allows
  }
}

function listOf({ address, prefix, family }: Range): BlockList {
  const list = new BlockList()
  list.addSubnet(address, prefix, family)
  return list
}

/** @throws ApiError NETWORK_NOT_ALLOWED */
export function demandNetwork(letsIn: NetworkGuard, address: string): void {
  if (letsIn(address)) return
  throw apiError('NETWORK_NOT_ALLOWED', NETWORK_REFUSED())
}
