import { signal } from '@preact/signals'

import type { ActionDescription } from '../actions/action-description.ts'
import type { ModuleKind } from '../shell/menu-groups.ts'
import { api } from './api.ts'
import { token } from './session.ts'

/** What the person may do with a model, as `GET /auth/permissions` tells it. */
export interface ModelRights {
  readonly name: string
  readonly label: string
  readonly label_plural: string
  readonly level: number
  /** False: it is reached through what it belongs to. */
  readonly menu: boolean
  /** False: documents refer to it. */
  readonly document: boolean
  readonly read: boolean
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  readonly actions: readonly Pick<ActionDescription, 'name' | 'label' | 'mode'>[]
  readonly fields?: {
    readonly hidden: readonly string[]
    readonly masked: readonly string[]
    readonly read_only: readonly string[]
  }
}

export interface ModuleRights {
  readonly name: string
  readonly label: string
  readonly kind: ModuleKind
  readonly models: readonly ModelRights[]
}

/** The modules and models that the person may see; undefined until they are known. */
export const modules = signal<readonly ModuleRights[] | undefined>(undefined)
export const hasNoRightsAnswer = signal(false)

const byName = new Map<string, ModelRights>()

/** What the person may do with a model: undefined when nothing, or while it is not known. */
export function rightsOf(model: string): ModelRights | undefined {
  return modules.value === undefined ? undefined : byName.get(model)
}

/** Asks again what the person may do; what is known stays when no answer comes. */
export async function loadPermissions(): Promise<void> {
  const asked = token.peek()
  if (asked === undefined) return
  hasNoRightsAnswer.value = false
  try {
    const { data } = await api<{ modules: readonly ModuleRights[] }>('/auth/permissions')
    byName.clear()
    for (const model of data.modules.flatMap(({ models }) => models)) byName.set(model.name, model)
    modules.value = data.modules
  } catch {
    hasNoRightsAnswer.value = modules.peek() === undefined
  }
}
