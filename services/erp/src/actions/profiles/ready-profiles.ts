import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { modulePermissionKey, permissionKey } from '../../dictionary/permission-keys.ts'
import type { Model, Registry } from '../../dictionary/types.ts'
import { CATALOG_DIR } from '../../store/catalogs/catalog-store.ts'
import type { ReadyProfile } from '../../store/people/ready-profile-store.ts'
import { parseReadyProfiles, type ReadyTrades, type Trade } from './parse-ready-profiles.ts'

const FILE = 'perfiles.yaml'
const WRITE = ['leer', 'crear', 'modificar', 'eliminar'] as const

/**
 * The profiles that a company is offered, with every right written out. What the dictionary does not know, as a test's
 * own does not, is left out.
 * @throws Error with the faults of the file, which comes with the service
 * @source docs/decisions/0255-erp-new-company.md
 */
export function readyProfiles(registry: Registry): readonly ReadyProfile[] {
  const trades = readTrades()
  return trades.profiles.map((trade) => written(registry, trades, trade))
}

/** The file as it stands. */
export function readTrades(): ReadyTrades {
  const text = readFileSync(join(CATALOG_DIR, FILE), 'utf8')
  const parsed = parseReadyProfiles({ path: FILE, text })
  if (parsed.ok) return parsed.value
  const faults = parsed.error.map(({ file, line, message }) => `${file}:${line}: ${message}`)
  throw new Error(`the ready profiles have problems:\n${faults.join('\n')}`)
}

function written(
  registry: Registry,
  { everybody, personal }: ReadyTrades,
  trade: Trade,
): ReadyProfile {
  const reads = [...everybody, ...trade.reads].flatMap((name) => rightsOn(registry, name, ['leer']))
  const writes = trade.writes.flatMap((name) => rightsOn(registry, name, WRITE))
  const acts = [...trade.acts].flatMap(([name, actions]) => {
    const model = registry.models.get(name)
    if (model === undefined) return []
    return ['leer', ...actions.filter((action) => model.actions.includes(action))].map((right) =>
      permissionKey(name, right),
    )
  })
  const own = new Set([...reads, ...writes, ...acts])
  // An action on what everybody reads, such as the company itself, shows no more of it than everybody sees.
  const acted = [...trade.acts.keys()].filter(
    (name) => !everybody.includes(registry.models.get(name)?.module ?? name),
  )
  const touched = [...trade.writes, ...acted].flatMap((name) => modelsOf(registry, name))
  const referred = referredBy(registry, touched).filter((model) => !mayRead(own, model))
  return {
    clave: trade.clave,
    nombre: trade.label,
    descripcion: trade.help,
    modulo: trade.module,
    permisos: [...new Set([...own, ...referred.map(({ name }) => permissionKey(name, 'leer'))])],
    ocultos: referred.flatMap(({ name, fieldByName }) =>
      (personal.get(name) ?? [])
        .filter((campo) => fieldByName.has(campo))
        .map((campo) => ({ modelo: name, campo })),
    ),
  }
}

/** Rights on a module, or on a model and its lines. */
function rightsOn(registry: Registry, name: string, rights: readonly string[]): readonly string[] {
  if (registry.modules.some((module) => module.name === name)) {
    return rights.map((right) => modulePermissionKey(name, right))
  }
  return modelsOf(registry, name).flatMap((model) =>
    rights.map((right) => permissionKey(model.name, right)),
  )
}

/** All of a module; or a model with the models of its lines, at every depth. */
function modelsOf(registry: Registry, name: string): readonly Model[] {
  const module = registry.modules.find((one) => one.name === name)
  if (module !== undefined) return module.models.flatMap((one) => registry.models.get(one) ?? [])
  const model = registry.models.get(name)
  return model === undefined
    ? []
    : [model, ...model.lines.flatMap((lines) => modelsOf(registry, lines.model))]
}

/** What the models refer to, and what describes those records in words. */
function referredBy(registry: Registry, models: readonly Model[]): readonly Model[] {
  const referred = new Set<Model>()
  for (const { target } of models.flatMap(({ references }) => references)) {
    const model = registry.models.get(target)
    if (model === undefined) continue
    referred.add(model)
    for (const one of inWordsOf(registry, model)) referred.add(one)
  }
  return [...referred].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function inWordsOf(registry: Registry, model: Model): readonly Model[] {
  return model.text.parts.flatMap(({ reference }) => {
    const field = reference === null ? undefined : model.fieldByName.get(reference)
    return field?.type === 'reference' ? (registry.models.get(field.target) ?? []) : []
  })
}

function mayRead(keys: ReadonlySet<string>, { name, module }: Model): boolean {
  return keys.has(permissionKey(name, 'leer')) || keys.has(modulePermissionKey(module, 'leer'))
}
