import { useEffect, useState } from 'preact/hooks'

import { api } from '../session/api.ts'
import { parseLook, type ListLook } from './list-look.ts'

/** Filters, order and columns of a list under a name. */
export interface SavedView {
  readonly id: number
  readonly name: string
  /** As the address of a list has it, without days that were named: those are computed anew. */
  readonly query: string
  readonly look: ListLook
  readonly isShared: boolean
  /** Opens first, for this person. */
  readonly isDefault: boolean
  /** Whether this person saved it. */
  readonly isOwn: boolean
}

interface Row {
  readonly id: number
  readonly nombre: string
  readonly filtros: { readonly query?: unknown } | null
  readonly columnas: unknown
  readonly compartida: boolean
  readonly es_predeterminada: boolean
  readonly propia: boolean
}

const known = new Map<string, readonly SavedView[]>()

export interface SavedViews {
  readonly views: readonly SavedView[]
  readonly reload: () => Promise<void>
}

/** The views of a model's list: the person's own and those that others share; none until the service has answered. */
export function useSavedViews(model: string): SavedViews {
  const [views, setViews] = useState<readonly SavedView[]>(known.get(model) ?? [])
  const reload = async (): Promise<void> => {
    const { data } = await api<readonly Row[]>(`/auth/vistas?modelo=${encodeURIComponent(model)}`)
    const read = data.map(readView)
    known.set(model, read)
    setViews(read)
  }
  useEffect(() => {
    // Without an answer the list works without views; the menu asks again.
    reload().catch(() => undefined)
  }, [model])
  return { views, reload }
}

function readView(row: Row): SavedView {
  const query = row.filtros?.query
  return {
    id: row.id,
    name: row.nombre,
    query: typeof query === 'string' ? query : '',
    look: parseLook(row.columnas),
    isShared: row.compartida,
    isDefault: row.es_predeterminada,
    isOwn: row.propia,
  }
}

export type ViewContent = Omit<SavedView, 'id' | 'isOwn'>

/** @returns the id of the new view */
export async function createView(model: string, view: ViewContent): Promise<number> {
  const body = { modelo: model, ...bodyOf(view) }
  const { data } = await api<{ readonly id: number }>('/auth/vistas', { method: 'POST', body })
  return data.id
}

export async function changeView(id: number, view: ViewContent): Promise<void> {
  await api(`/auth/vistas/${id}`, { method: 'PUT', body: bodyOf(view) })
}

export async function deleteView(id: number): Promise<void> {
  await api(`/auth/vistas/${id}`, { method: 'DELETE' })
}

function bodyOf({ name, query, look, isShared, isDefault }: ViewContent) {
  return {
    nombre: name,
    filtros: { query },
    columnas: look,
    compartida: isShared,
    es_predeterminada: isDefault,
  }
}
