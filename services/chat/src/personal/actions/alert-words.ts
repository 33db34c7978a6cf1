import { act, type ActionTx, type Tools } from '../../events/act.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { alertWordsOf, insertAlertWords, removeWords } from '../store/alert-word-store.ts'

type Words = readonly string[]

export async function listAlertWords(
  { database }: Pick<Tools, 'database'>,
  caller: Caller,
): Promise<Words> {
  return await alertWordsOf(database, caller.realm.id, caller.id)
}

/** Adds words that the caller does not have in any case; returns all of them. */
export async function addAlertWords(tools: Tools, caller: Caller, given: Words): Promise<Words> {
  return await change(tools, caller, (tx) => {
    const words = [...new Set(given.filter((word) => word !== ''))]
    return insertAlertWords(tx, caller.realm.id, caller.id, words)
  })
}

/** Removes words regardless of case; returns what is left. */
export async function removeAlertWords(tools: Tools, caller: Caller, given: Words): Promise<Words> {
  return await change(tools, caller, (tx) => removeWords(tx, caller.realm.id, caller.id, given))
}

async function change(
  tools: Tools,
  caller: Caller,
  work: (tx: ActionTx) => Promise<number>,
): Promise<Words> {
  return await act(tools, caller.realm.id, async (tx) => {
    const changed = await work(tx)
    const words = await alertWordsOf(tx, caller.realm.id, caller.id)
    if (changed > 0) tx.emit({ users: [caller.id] }, { type: 'alert_words', alert_words: words })
    return words
  })
}
