import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Field, Model, Registry } from '../../src/dictionary/types.ts'

const STATE = /^(?:estado|etapa|dictamen)$/
const WHO =
  /^(?:autoriz|aprob|valid|revis|verific|cerrad|ejecut|otorg|liberad|acept|rechaz|cancelad|confirm|bloquead)\w*_por$|^(?:autorizador|aprobador|revisor|validador)$/
const WHEN =
  /^fecha_(?:autoriz|aprob|valid|verific|liberacion|acepta|rechaz|cancel|firma$|timbr|respuesta|resolucion|dictamen)|^(?:autorizad|aprobad|validad|aceptad|rechazad|cancelad|cerrad|resuelt|liberad)\w*_en$/
const HOW_MUCH = /(?:^|_)(?:limite|tope|autorizad[oa]s?|aprobad[oa]s?|concedid[oa]s?)(?:_|$)/
const WHETHER =
  /^(?:autorizad|aprobad|validad|aplicad|cancelad|cerrad|aceptad|firmad|conciliad|confirmad|liberad|concedid|verificad)[oa]$/

/** Whether a field says that somebody decided something: a state, who, when, up to how much, or whether. */
export function saysDecision({ name, type }: Field): boolean {
  switch (type) {
    case 'choice':
      return STATE.test(name)
    case 'reference':
      return WHO.test(name)
    case 'date':
    case 'instant':
      return WHEN.test(name)
    case 'money':
    case 'decimal':
    case 'quantity':
    case 'rate':
    case 'integer':
      return HOW_MUCH.test(name)
    case 'boolean':
      return WHETHER.test(name)
    case 'text':
    case 'long_text':
    case 'secret':
    case 'json':
      return false
  }
}

/**
 * How a field is moved where no hand writes it: by actions, by the service, by a formula, or along the moves of its
 * states. Null: whoever may write the record writes it.
 */
function movedBy(model: Model, field: Field): 'action' | 'service' | 'formula' | 'states' | null {
  if (!model.operations.includes('create') && !model.operations.includes('update')) return 'service'
  if (field.readOnly !== null) return field.readOnly.kind === 'action' ? 'action' : 'service'
  if (field.computed !== undefined) return 'formula'
  const states = field.name === 'estado' ? model.states : null
  return states?.moves.every(({ by }) => by !== 'hand') === true ? 'states' : null
}

/** `Modelo.campo` of the decisions in the models of companies that a hand may write. */
export function decisionsByHand(registry: Registry): readonly string[] {
  return [...registry.models.values()].flatMap((model) =>
    model.scope === 'tenant'
      ? model.fields
          .filter((field) => saysDecision(field) && movedBy(model, field) === null)
          .map(({ name }) => `${model.name}.${name}`)
      : [],
  )
}

/** The tables that statements of the service name, outside those that any model has. */
export function tablesInStatements(folder: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    for (const [, table] of text.matchAll(
      /\b(?:from|join|into|update)\s+(?:only\s+)?"?([a-z_]+)"?/g,
    ))
      if (table !== undefined) found.add(table)
  }
  return found
}
