import { act, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { lockAccount } from '../store/account-change.ts'
import {
  removePairs,
  storedCharacters,
  storedPairs,
  storePairs,
  type StoredPair,
} from '../store/bot-storage-store.ts'

// As much as Zulip allows, keys and values together.
const MAX_CHARACTERS = 10_000_000

/** The caller's stored values, by key; `keys` null: all of them. @throws ApiError for a key that does not exist */
export async function readStorage(
  { database }: Tools,
  { realm, id }: Caller,
  keys: readonly string[] | null,
): Promise<Readonly<Record<string, string>>> {
  const pairs = await storedPairs(database, realm.id, id, keys)
  if (keys !== null && pairs.length < new Set(keys).size) throw refusal('Key does not exist.')
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value]))
}

/** Adds or replaces pairs, all of them or none. @throws ApiError beyond the limit */
export async function writeStorage(
  tools: Tools,
  { realm, id }: Caller,
  pairs: readonly StoredPair[],
): Promise<void> {
  await act(tools, realm.id, async (tx) => {
    // Two simultaneous writers must not exceed the limit together.
    await lockAccount(tx, realm.id, id)
    await storePairs(tx, realm.id, id, pairs)
    const total = await storedCharacters(tx, realm.id, id)
    if (total > MAX_CHARACTERS) {
      throw refusal(
        say('The storage would hold %{total} characters. The limit is %{max} characters.', {
          total,
          max: MAX_CHARACTERS,
        }),
      )
    }
  })
}

/** Removes keys, all of them or none; `keys` null: every key. @throws ApiError for a key that does not exist */
export async function clearStorage(
  tools: Tools,
  { realm, id }: Caller,
  keys: readonly string[] | null,
): Promise<void> {
  await act(tools, realm.id, async (tx) => {
    const removed = await removePairs(tx, realm.id, id, keys)
    if (keys !== null && removed < new Set(keys).size) throw refusal('Key does not exist.')
  })
}
