import { signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

/** What lets the page call the service. */
export type Access =
  /** Not asked yet whether the service wants a key. */
  | { readonly kind: 'unknown' }
  /** It wants none. */
  | { readonly kind: 'open' }
  | { readonly kind: 'key'; readonly key: string }
  /** It wants a key; `isRefused` says that it did not take the last one. */
  | { readonly kind: 'locked'; readonly isRefused: boolean }

const STORED = 'oficina.documents.key'

export const access = signal<Access>(first())

/** The key is typed once and kept in this browser. */
export function unlock(key: string): void {
  writeStored(STORED, key)
  access.value = { kind: 'key', key }
}

export function openWithoutKey(): void {
  access.value = { kind: 'open' }
}

/** The service took no request without a key, or not with this one, which is forgotten. */
export function lock(isRefused: boolean): void {
  writeStored(STORED, undefined)
  access.value = { kind: 'locked', isRefused }
}

function first(): Access {
  const key = readStored(STORED)
  return key === undefined ? { kind: 'unknown' } : { kind: 'key', key }
}
