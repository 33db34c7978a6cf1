import type { SnippetObject } from '../../../wire/personal.ts'
import { act, type Tools } from '../../events/act.ts'
import { notFound } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { insertSnippet, removeSnippet, snippetsOf, updateSnippet } from '../store/snippet-store.ts'

export async function listSnippets(
  tools: Tools,
  caller: Caller,
): Promise<readonly SnippetObject[]> {
  return await snippetsOf(tools.database, caller.realm.id, caller.id)
}

export async function createSnippet(
  tools: Tools,
  { realm, id: userId }: Caller,
  text: { readonly title: string; readonly content: string },
): Promise<number> {
  const createdAt = new Date(tools.now())
  return await act(tools, realm.id, async (tx) => {
    const snippet = await insertSnippet(tx, realm.id, userId, { ...text, createdAt })
    tx.emit({ users: [userId] }, { type: 'saved_snippets', op: 'add', saved_snippet: snippet })
    return snippet.id
  })
}

/** Changes what is given of a snippet. @source docs/contract/chat.md, PATCH /saved_snippets/{saved_snippet_id} */
export async function editSnippet(
  tools: Tools,
  { realm, id: userId }: Caller,
  id: number,
  text: { readonly title?: string | undefined; readonly content?: string | undefined },
): Promise<void> {
  await act(tools, realm.id, async (tx) => {
    const snippet = await updateSnippet(tx, realm.id, userId, { ...text, id })
    if (snippet === undefined) throw doesNotExist()
    if (text.title === undefined && text.content === undefined) return
    tx.emit({ users: [userId] }, { type: 'saved_snippets', op: 'update', saved_snippet: snippet })
  })
}

export async function deleteSnippet(
  tools: Tools,
  { realm, id: userId }: Caller,
  id: number,
): Promise<void> {
  await act(tools, realm.id, async (tx) => {
    if (!(await removeSnippet(tx, realm.id, userId, id))) throw doesNotExist()
    tx.emit({ users: [userId] }, { type: 'saved_snippets', op: 'remove', saved_snippet_id: id })
  })
}

function doesNotExist(): Error {
  return notFound('Saved snippet does not exist.')
}
