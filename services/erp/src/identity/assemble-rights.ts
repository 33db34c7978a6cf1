import { createHash } from 'node:crypto'

import type { FieldAccess, Placeholders, ProfileRights, RecordRule, Rights } from './rights.ts'

/** What the profiles of a user say; each row starts with the profile that was assigned to the user. */
export interface GrantRows {
  readonly permisos: readonly (readonly [profile: string, key: string, isGranted: boolean])[]
  /** The nearest first: a profile's own word has precedence over that of the one it inherits from. */
  readonly campos: readonly FieldRow[]
  readonly reglas: readonly RuleRow[]
}

type FieldRow = readonly [
  profile: string,
  model: string,
  field: string,
  access: FieldAccess['access'],
  isMasked: boolean,
]
type RuleRow = readonly [
  profile: string,
  model: string,
  filter: unknown,
  reads: boolean,
  writes: boolean,
  deletes: boolean,
]

/** Adds a user's profiles up to rights. */
export function assembleRights(
  { permisos, campos, reglas }: GrantRows,
  of: { readonly isOperator: boolean; readonly placeholders: Placeholders },
): Rights {
  const granted = permisos.filter(([, , isGranted]) => isGranted)
  const refused = permisos.filter(([, , isGranted]) => !isGranted)
  const ids = new Set([...permisos, ...campos, ...reglas].map(([profile]) => profile))
  return {
    isAdministrator: false,
    isOperator: of.isOperator,
    granted: new Set(granted.map(([, key]) => key)),
    refused: new Set(refused.map(([, key]) => key)),
    profiles: [...ids].map((id): ProfileRights => ({
      id,
      granted: new Set(granted.filter(([profile]) => profile === id).map(([, key]) => key)),
      fields: fieldsOf(campos.filter(([profile]) => profile === id)),
      rules: rulesOf(reglas.filter(([profile]) => profile === id)),
    })),
    placeholders: of.placeholders,
    key: keyOf({ permisos, campos, reglas }, of.placeholders),
  }
}

function fieldsOf(rows: readonly FieldRow[]): ProfileRights['fields'] {
  const fields = new Map<string, Map<string, FieldAccess>>()
  for (const [, model, field, access, isMasked] of rows) {
    const known = fields.get(model) ?? new Map<string, FieldAccess>()
    if (!known.has(field)) known.set(field, { access, isMasked })
    fields.set(model, known)
  }
  return fields
}

function rulesOf(rows: readonly RuleRow[]): ProfileRights['rules'] {
  const rules = new Map<string, RecordRule[]>()
  for (const [, model, filter, limitsReading, limitsWriting, limitsDeleting] of rows) {
    const known = rules.get(model) ?? []
    known.push({ filter, limitsReading, limitsWriting, limitsDeleting })
    rules.set(model, known)
  }
  return rules
}

/** User and day are part of the key only if a rule uses them: otherwise colleagues share what was planned. */
function keyOf(rows: GrantRows, { usuario, hoy }: Placeholders): string {
  const texts = JSON.stringify(rows.reglas)
  const own = texts.includes('$usuario') ? usuario : null
  const day = texts.includes('$hoy') ? hoy : null
  const said = JSON.stringify([rows.permisos, rows.campos, rows.reglas, own, day])
  return createHash('sha256').update(said).digest('base64url')
}
