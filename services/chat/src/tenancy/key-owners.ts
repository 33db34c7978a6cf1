import type { Tx } from '@oficina/kit/database.ts'
import { RecentMap } from '@oficina/kit/recent-map.ts'

import { Batches } from './batches.ts'
import type { RealmId } from './realm-id.ts'
import { hostNames, namedHosts } from './store/realm-address.ts'
import { realmsOfApiKeys, usersByApiKeys, type Caller } from './store/user-store.ts'

/** An API key as a request brings it. */
interface ApiKeyUse {
  readonly keyHash: Buffer
  /** The host of the request, perhaps with a port. */
  readonly host: string
}

/** Who an API key belongs to, and whether the address that was called is that of another organization. */
interface KeyOwner {
  readonly caller: Caller
  readonly isElsewhere: boolean
}

// Some megabytes; a key that was forgotten is asked for in all realms again.
const MAX_KEYS = 50_000
// An organization that is made at an address is known to be there within this time.
const HOST_KNOWN_MS = 10_000

/**
 * Whose API keys are: asked by realm and hash, those of the same moment together. A key never moves to another realm,
 * so that a process asks all realms for it once.
 * @source docs/decisions/0341-chat-citus.md
 */
export class KeyOwners {
  readonly #realms = new RecentMap<string, readonly RealmId[]>(MAX_KEYS)
  readonly #hosts = new RecentMap<string, { readonly isNamed: boolean; readonly untilMs: number }>(
    1_000,
  )
  readonly #searches = new Batches<Buffer, readonly RealmId[]>()
  readonly #callers = new Batches<Buffer, Caller | undefined>()

  /** The owner of a key, whatever their state. */
  async find(tx: Tx, { keyHash, host }: ApiKeyUse): Promise<KeyOwner | undefined> {
    const key = keyHash.toString('hex')
    const known = this.#realms.get(key)
    const callers = await this.#callersIn(tx, known ?? (await this.#search(tx, keyHash)), keyHash)
    // The key may have been given to somebody else, as by the environment of another start.
    const found =
      callers.length > 0 || known === undefined
        ? callers
        : await this.#callersIn(tx, await this.#search(tx, keyHash), keyHash)
    const names = hostNames(host)
    const own = found.find(({ realm }) => names.includes(realm.host))
    if (own !== undefined) return { caller: own, isElsewhere: false }
    const [caller] = found
    return caller && { caller, isElsewhere: await this.#isNamed(tx, names) }
  }

  async #search(tx: Tx, keyHash: Buffer): Promise<readonly RealmId[]> {
    const realms = await this.#searches.add('all', keyHash, async (hashes) => {
      const places = await realmsOfApiKeys(tx, hashes)
      return hashes.map((hash) => {
        const key = hash.toString('hex')
        return places.filter((place) => place.key === key).map(({ realmId }) => realmId)
      })
    })
    if (realms.length > 0) this.#realms.set(keyHash.toString('hex'), realms)
    return realms
  }

  async #callersIn(
    tx: Tx,
    realms: readonly RealmId[],
    keyHash: Buffer,
  ): Promise<readonly Caller[]> {
    const callers = await Promise.all(
      realms.map(
        async (realmId) =>
          await this.#callers.add(realmId, keyHash, async (hashes) => {
            const owners = await usersByApiKeys(tx, realmId, distinct(hashes))
            return hashes.map((hash) => owners.get(hash.toString('hex')))
          }),
      ),
    )
    return callers.filter((caller) => caller !== undefined)
  }

  async #isNamed(tx: Tx, names: readonly [string, string]): Promise<boolean> {
    const [name] = names
    const known = this.#hosts.get(name)
    if (known !== undefined && known.untilMs > performance.now()) return known.isNamed
    const isNamed = (await namedHosts(tx, names)).size > 0
    this.#hosts.set(name, { isNamed, untilMs: performance.now() + HOST_KNOWN_MS })
    return isNamed
  }
}

function distinct(hashes: readonly Buffer[]): readonly Buffer[] {
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()]
}
