import type { Tx } from '@oficina/kit/database.ts'

import type { Model, ReferenceField, Registry } from '../../dictionary/types.ts'
import type { Caller } from '../../identity/caller.ts'
import { JsonNumber } from '../../query/json-number.ts'
import { isRecordId } from '../../query/parameters.ts'
import type { JsonObject } from '../../query/write-plan.ts'
import { findOnly, findOwnCurrency, readReferences } from '../../store/proposal-store.ts'
import { readTexts } from '../../store/record-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import type { WriteTools } from '../write-tools.ts'
import type { PreviewRequest } from './tried-write.ts'

/** A record that a reference of a new document most likely points to. */
interface Proposal {
  readonly id: number
  readonly text: string
}

export type Proposals = Readonly<Record<string, Proposal>>

/** The references whose records say what holds for them: terms, currency, seller, prices. */
const PARTIES: readonly string[] = ['cliente', 'proveedor', 'sucursal']
/** Those of which a company often has only one. */
const ALONE: ReadonlySet<string> = new Set(['Sucursal'])

/**
 * What a person would choose for references that the body of a new record does not mention, by field: what the party says,
 * the company’s currency, who he is himself, the only one there is. Nothing is filled in: the write stores what is sent.
 * @source docs/decisions/0262-erp-preview.md
 */
export async function proposalsFor(
  { database, views }: WriteTools,
  caller: Caller,
  { model, body }: PreviewRequest,
): Promise<Proposals> {
  const view = views.of(caller.rights)
  const { registry } = view
  const open = view
    .modelFor(model, 'crear')
    .references.filter(
      ({ name, readOnly, target }) =>
        readOnly === null && !Object.hasOwn(body, name) && registry.models.has(target),
    )
  if (open.length === 0) return {}
  return await writeAs(database, caller.empresa, async (tx) => {
    const by = { tx, registry, caller }
    const said = await saidByParties(by, model, { body, open })
    const found = await Promise.all(
      open.map(async (field) => {
        const id = said.get(field.name) ?? (await likely(by, field))
        return id === null ? [] : [{ field, id }]
      }),
    )
    return await inWords(by, found.flat())
  })
}

interface Proposing {
  readonly tx: Tx
  /** As the caller sees it. */
  readonly registry: Registry
  readonly caller: Caller
}

/** A supplier’s terms are those of his orders, unless somebody says otherwise. */
async function saidByParties(
  { tx, registry, caller }: Proposing,
  model: Model,
  { body, open }: { readonly body: JsonObject; readonly open: readonly ReferenceField[] },
): Promise<ReadonlyMap<string, string>> {
  const said = new Map<string, string>()
  for (const party of model.references.filter(({ name }) => PARTIES.includes(name))) {
    const target = registry.models.get(party.target)
    const id = idOf(body[party.name])
    if (target === undefined || target.scope === 'global' || id === null) continue
    const fields = open.filter(({ name, target: wanted }) =>
      target.references.some((own) => own.name === name && own.target === wanted),
    )
    if (fields.length === 0) continue
    const of = { model: target, empresa: caller.empresa }
    for (const [name, value] of await readReferences(tx, of, { id, fields })) said.set(name, value)
  }
  return said
}

async function likely(
  { tx, registry, caller }: Proposing,
  { name, target, required }: ReferenceField,
): Promise<string | null> {
  const { empresa, usuarioId } = caller
  if (target === 'Moneda') return required ? await findOwnCurrency(tx, empresa) : null
  const model = registry.models.get(target)
  if (model === undefined || model.scope === 'global') return null
  const of = { model, empresa }
  const isPerson = model.references.some(
    (own) => own.name === 'usuario' && own.target === 'Usuario',
  )
  // A field that is named for its model: the buyer of an order, not the one of another document.
  if (isPerson && name === model.table) return await findOnly(tx, of, usuarioId)
  return ALONE.has(target) ? await findOnly(tx, of, null) : null
}

function idOf(value: unknown): string | null {
  const text = value instanceof JsonNumber ? value.source : value
  return typeof text === 'string' && isRecordId(text) ? text : null
}

/** Only what the caller may read is proposed. */
async function inWords(
  { tx, registry, caller }: Proposing,
  found: readonly { readonly field: ReferenceField; readonly id: string }[],
): Promise<Proposals> {
  const proposals = await Promise.all(
    found.map(async ({ field, id }): Promise<readonly [string, Proposal][]> => {
      const model = registry.models.get(field.target)
      if (model === undefined) return []
      const texts = await readTexts(registry, tx, { model, empresa: caller.empresa, ids: [id] })
      const text = texts.get(id)
      return text === undefined ? [] : [[field.name, { id: Number(id), text }]]
    }),
  )
  return Object.fromEntries(proposals.flat())
}
