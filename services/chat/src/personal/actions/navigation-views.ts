import type { NavigationViewEvent } from '../../../wire/personal.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { notFound, refusal } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import {
  insertView,
  isViewNameTaken,
  removeView,
  updateView,
  type NavigationView,
} from '../store/navigation-store.ts'

// Views that every client has; they can be pinned but not renamed.
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'reminders',
  'scheduled',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
])

/** @throws ApiError for a view that exists already, or whose name is not allowed */
export async function addView(tools: Tools, caller: Caller, view: NavigationView): Promise<void> {
  const isBuiltIn = BUILT_IN.has(view.fragment)
  if (isBuiltIn && view.name !== null) {
    throw refusal('Built-in views cannot have a custom name.')
  }
  if (!isBuiltIn && view.name === null) throw refusal('Custom views must have a valid name.')
  await act(tools, caller.realm.id, async (tx) => {
    await requireFreeName(tx, caller, view.fragment, view.name)
    if (!(await insertView(tx, caller.realm.id, caller.id, view))) {
      throw refusal('Navigation view already exists.')
    }
    emit(tx, caller, { type: 'navigation_view', op: 'add', navigation_view: view })
  })
}

interface ViewChange {
  readonly isPinned: boolean | undefined
  readonly name: string | undefined
}

/** @throws ApiError 404 for a view that the caller has not */
export async function editView(
  tools: Tools,
  caller: Caller,
  fragment: string,
  { isPinned, name }: ViewChange,
): Promise<void> {
  if (name !== undefined && BUILT_IN.has(fragment)) {
    throw refusal('Built-in views cannot have a custom name')
  }
  await act(tools, caller.realm.id, async (tx) => {
    await requireFreeName(tx, caller, fragment, name ?? null)
    if (!(await updateView(tx, caller.realm.id, caller.id, { fragment, isPinned, name }))) {
      throw notFound('Navigation view does not exist.')
    }
    const data = {
      ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
      ...(name === undefined ? {} : { name }),
    }
    if (Object.keys(data).length > 0)
      emit(tx, caller, { type: 'navigation_view', op: 'update', fragment, data })
  })
}

/** @throws ApiError 404 for a view that the caller has not */
export async function dropView(tools: Tools, caller: Caller, fragment: string): Promise<void> {
  await act(tools, caller.realm.id, async (tx) => {
    if (!(await removeView(tx, caller.realm.id, caller.id, fragment))) {
      throw notFound('Navigation view does not exist.')
    }
    emit(tx, caller, { type: 'navigation_view', op: 'remove', fragment })
  })
}

async function requireFreeName(
  tx: ActionTx,
  { realm, id }: Caller,
  fragment: string,
  name: string | null,
): Promise<void> {
  if (name === null) return
  if (await isViewNameTaken(tx, realm.id, id, { name, fragment })) {
    throw refusal('Navigation view already exists.')
  }
}

function emit(tx: ActionTx, { id }: Caller, event: NavigationViewEvent): void {
  tx.emit({ users: [id] }, event)
}
