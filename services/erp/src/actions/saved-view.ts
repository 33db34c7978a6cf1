import type { Tx } from '@oficina/kit/database.ts'

import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { Message } from '../messages/message.ts'
import {
  JSON_OF_AT_MOST,
  NO_PART_OF_VIEW,
  TEXT_OF_ONE_TO,
  VIEW_OF_OTHERS,
} from '../messages/people.ts'
import { BOOLEAN, FIELD_IS } from '../messages/values.ts'
import { printExactJson } from '../query/json-number.ts'
import { lockView, type ViewContent } from '../store/people/view-store.ts'

const MAX_NAME = 100
const MAX_PART_BYTES = 16 * 1024
const KNOWN: ReadonlySet<string> = new Set([
  'nombre',
  'filtros',
  'columnas',
  'ordenamiento',
  'compartida',
  'es_predeterminada',
])

type Problem = (field: string, what: Message) => void

/** A view out of a body. @throws ApiError VALIDATION with every problem */
export function viewContent(body: Readonly<Record<string, unknown>>): ViewContent {
  const problems: ErrorEntry[] = []
  const problem: Problem = (field, what) => {
    problems.push({ code: 'VALIDATION', field, message: FIELD_IS({ field, what }) })
  }
  for (const name of Object.keys(body)) {
    if (!KNOWN.has(name)) problem(name, NO_PART_OF_VIEW({ known: [...KNOWN] }))
  }
  const content = {
    nombre: nameOf(body, problem),
    filtros: partOf(body, 'filtros', problem) ?? '{}',
    columnas: partOf(body, 'columnas', problem),
    ordenamiento: partOf(body, 'ordenamiento', problem),
    compartida: flagOf(body, 'compartida', problem),
    predeterminada: flagOf(body, 'es_predeterminada', problem),
  }
  if (problems.length > 0) throw new ApiError(problems)
  return content
}

type Body = Readonly<Record<string, unknown>>

function nameOf({ nombre }: Body, problem: Problem): string {
  const name = typeof nombre === 'string' ? nombre.trim() : ''
  if (name === '' || name.length > MAX_NAME || name.includes('\0')) {
    problem('nombre', TEXT_OF_ONE_TO({ most: MAX_NAME }))
  }
  return name
}

/** JSON text, or null where it was left out. */
function partOf(body: Body, part: string, problem: Problem): string | null {
  const value = body[part] ?? null
  if (value === null) return null
  const json = printExactJson(value)
  if (Buffer.byteLength(json) > MAX_PART_BYTES || json.includes(String.raw`\u0000`)) {
    problem(part, JSON_OF_AT_MOST({ bytes: MAX_PART_BYTES }))
  }
  return json
}

function flagOf(body: Body, flag: string, problem: Problem): boolean {
  const value = body[flag] ?? false
  if (typeof value !== 'boolean') problem(flag, BOOLEAN())
  return value === true
}

/**
 * Locks a view that the caller may change: his own; an administrator also those that others share.
 * @throws ApiError what `missing` makes for one that he cannot see, FORBIDDEN for what others share
 */
export async function demandOwnView(
  tx: Tx,
  caller: Caller,
  id: string,
  missing: (id: string) => ApiError,
): Promise<void> {
  const view = await lockView(tx, caller.empresa, id)
  if (view === undefined) throw missing(id)
  if (view.usuario === caller.usuarioId) return
  if (!view.compartida) throw missing(id)
  if (!caller.rights.isAdministrator) {
    throw apiError('FORBIDDEN', VIEW_OF_OTHERS({ id }))
  }
}
