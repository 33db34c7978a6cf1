import { act, type ActionTools, type ActionTx, type Tools } from '../../events/act.ts'
import { removeAllDevices } from '../../push/store/push-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { hashApiKey, newApiKey, sealApiKey } from '../api-key.ts'
import { setApiKey } from '../store/bot-store.ts'

/**
 * Gives the caller a new API key; the old one stops working at once, and so do the devices that were registered with
 * it: a lost phone must not go on receiving notifications.
 */
export async function regenerateApiKey(tools: Tools, { realm, id }: Caller): Promise<string> {
  return await act(tools, realm.id, (tx) => replaceApiKey(tx, tools, { realm, id }))
}

/** The same within a transaction. */
export async function replaceApiKey(
  tx: ActionTx,
  { secret }: Pick<ActionTools, 'secret'>,
  { realm, id }: Pick<Caller, 'realm' | 'id'>,
): Promise<string> {
  const key = newApiKey()
  await setApiKey(tx, realm.id, id, { hash: hashApiKey(key), cipher: sealApiKey(key, secret) })
  await removeAllDevices(tx, realm.id, id)
  return key
}
