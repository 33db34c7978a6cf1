import { onShelf } from './database.ts'

/** A version that was replaced from this browser, to be compared with what came after it, or to be put back. */
export interface KeptVersion {
  readonly slug: string
  /** When the version was stored, as the service said. */
  readonly updatedAt: string
  readonly docx: Blob
}

const MAX_PER_TEMPLATE = 10
const MAX_OF_ALL = 200

/** Keeps a version before it is replaced; the oldest go when there are too many. */
export async function keepVersion(version: KeptVersion): Promise<void> {
  await onShelf('versions', 'readwrite', (store) => store.put(version, keyOf(version)))
  const own = await keysOf(version.slug)
  await dropFirst(own, MAX_PER_TEMPLATE)
  const all = (await onShelf('versions', 'readonly', (store) => store.getAllKeys())) ?? []
  await dropFirst(
    all.toSorted((one, two) => (whenOf(one) < whenOf(two) ? -1 : 1)),
    MAX_OF_ALL,
  )
}

/** The versions of a template that were kept, newest first. */
export async function keptVersions(slug: string): Promise<readonly KeptVersion[]> {
  const found = await onShelf<unknown[]>('versions', 'readonly', (store) =>
    store.getAll(rangeOf(slug)),
  )
  // Only this file writes there.
  return ((found ?? []) as KeptVersion[]).toReversed()
}

async function keysOf(slug: string): Promise<readonly IDBValidKey[]> {
  return (await onShelf('versions', 'readonly', (store) => store.getAllKeys(rangeOf(slug)))) ?? []
}

async function dropFirst(keys: readonly IDBValidKey[], kept: number): Promise<void> {
  for (const key of keys.slice(0, Math.max(0, keys.length - kept))) {
    await onShelf('versions', 'readwrite', (store) => store.delete(key))
  }
}

function keyOf({ slug, updatedAt }: KeptVersion): string {
  return `${slug} ${updatedAt}`
}

function whenOf(key: IDBValidKey): string {
  return String(key).split(' ')[1] ?? ''
}

function rangeOf(slug: string): IDBKeyRange {
  return IDBKeyRange.bound(`${slug} `, `${slug} \u{ffff}`)
}
