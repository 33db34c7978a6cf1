import type { FillTerm, FillWay } from '../../dictionary/fill.ts'
import type { Field, ReferenceField } from '../../dictionary/types.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { parseExactJson } from '../../query/json-number.ts'
import type { JsonObject } from '../../query/write-plan.ts'
import { readTexts } from '../../store/records/record-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { expectFolio } from '../documents/folios.ts'
import { readAnswer } from '../read-written-record.ts'
import { momentOf, type WriteTools } from '../write-tools.ts'
import { FillSources, PENDING, type Filling } from './fill-sources.ts'
import {
  decide,
  filledBody,
  readyIn,
  slotsOf,
  valueIn,
  withdraw,
  type Filled,
  type Slot,
} from './filling.ts'
import type { PreviewRequest } from './tried-write.ts'

/** A record that a reference of a new document most likely points to. */
interface Proposal {
  readonly id: number
  readonly text: string
  readonly by: string
}

type Proposals = Readonly<Record<string, Proposal>>

/** Where a value is from that nobody wrote. */
interface ToldFilling {
  readonly by: string
  readonly of?: string
}

export interface FilledDraft {
  readonly body: JsonObject
  /** What was filled in, by place: `condicion_pago`, `partidas[0].precio`. */
  readonly filled: Readonly<Record<string, ToldFilling>>
  /** The references of the document itself among it, in words. */
  readonly proposals: Proposals
  /** The folio and the series that a new document gets, unless somebody takes them first. */
  readonly expected: Readonly<Record<string, { readonly id?: number; readonly text: string }>>
}

// A field follows from one that follows from another; each round decides at least one of them, or reads what is needed.
const MAX_ROUNDS = 40

/**
 * A body with what follows from what it says, and where that is from: terms from the customer, description and price from
 * the article. What the body says itself, null too, stays; lines that are stored stay as they are, and of a stored document
 * only its new lines are filled in.
 * @source docs/decisions/0279-erp-filling.md
 */
export async function fillDraft(
  tools: WriteTools,
  caller: Caller,
  { model, id, body }: PreviewRequest,
): Promise<FilledDraft> {
  const view = tools.views.of(caller.rights)
  const moment = momentOf(tools.now())
  return await writeAs(tools.database, caller.empresa, async (tx) => {
    const stored =
      id === null ? null : await readAnswer(tools, tx, { caller, model, id, withLines: false })
    const seen = view.modelFor(model, id === null ? 'crear' : 'modificar')
    const lineModel = (name: string) => {
      const lines = tools.registry.models.get(name)
      return lines && view.modelFor(lines, 'crear')
    }
    const slots = slotsOf(
      lineModel,
      { model: seen, id, body },
      // The database made it: one object.
      { moment, stored: stored === null ? null : (parseExactJson(stored.json) as JsonObject) },
    )
    const by: Filling = { tx, registry: view.registry, caller, today: moment.today }
    await fillSlots(slots, new FillSources(by), caller)
    const texts = await inWords(by, slots)
    const expected = id === null ? await expectedOf(by, slots[0], moment.now) : {}
    return { ...told(body, slots, texts), expected }
  })
}

async function fillSlots(
  slots: readonly Slot[],
  sources: FillSources,
  caller: Caller,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const ready = readyIn(slots)
    if (ready.length === 0) return
    let hasDecided = false
    for (const { slot, name } of ready) {
      const found = fillingOf(slot, name, { sources, caller })
      if (found === PENDING) continue
      decide(slot, name, found ?? undefined)
      hasDecided = true
    }
    if (!(await sources.fetch()) && !hasDecided) return
  }
}

interface Looking {
  readonly sources: FillSources
  readonly caller: Caller
}

/** The first of the ways that has a value; of a document's references else what is likely. */
function fillingOf(slot: Slot, name: string, by: Looking): Filled | null | typeof PENDING {
  const field = slot.model.fieldByName.get(name)
  if (field === undefined) return null
  for (const way of field.fill ?? []) {
    const found = wayOf(slot, { field, way }, by)
    if (found !== null) return found
  }
  return slot.head === null && field.type === 'reference' ? likely(field, by.sources) : null
}

function wayOf(
  slot: Slot,
  { field, way: { origin, when } }: { readonly field: Field; readonly way: FillWay },
  { sources, caller }: Looking,
): Filled | null | typeof PENDING {
  for (const term of when) {
    const holds = termHolds(slot, term, sources)
    if (holds === PENDING) return PENDING
    if (!holds) return null
  }
  switch (origin.kind) {
    case 'field':
      return from(origin.reference, sources.place(slot, origin))
    case 'key':
      return field.type === 'reference' ? from(saidBy(when), sources.key(field, origin.key)) : null
    case 'list':
      return sources.list(slot)
    case 'user':
      return { value: caller.usuarioId, by: 'user' }
    case 'last':
      return from('last', sources.last(slot, field.name, origin.from))
  }
}

function from(by: string, value: string | null | typeof PENDING): Filled | null | typeof PENDING {
  return typeof value === 'string' ? { value, by } : value
}

/** A catalog's record follows from what its first condition looks at. */
function saidBy([first]: FillWay['when']): string {
  return first?.place.reference ?? first?.place.field ?? 'default'
}

function likely(field: ReferenceField, sources: FillSources): Filled | null | typeof PENDING {
  if (field.target !== 'Moneda') return sources.only(field)
  return field.required ? from('company', sources.ownCurrency()) : null
}

function termHolds(
  slot: Slot,
  { place, test }: FillTerm,
  sources: FillSources,
): boolean | typeof PENDING {
  const value = sources.place(slot, place)
  const other =
    test.kind === 'same'
      ? sources.place(slot, test.place)
      : test.kind === 'own'
        ? sources.ownCurrency()
        : null
  if (value === PENDING || other === PENDING) return PENDING
  switch (test.kind) {
    case 'present':
      return value !== null
    case 'in':
      return value !== null && test.values.includes(value)
    case 'same':
    case 'own':
      return value !== null && value === other
  }
}

/** What the filled references are called: one look-up for each model. Only what the caller may read stays filled in. */
async function inWords(
  { tx, registry, caller }: Filling,
  slots: readonly Slot[],
): Promise<ReadonlyMap<string, string>> {
  const filled = slots.flatMap((slot) =>
    [...slot.filled.keys()].flatMap((name) => {
      const field = slot.model.fieldByName.get(name)
      return field?.type === 'reference' ? [{ slot, name, target: field.target }] : []
    }),
  )
  const texts = new Map<string, string>()
  for (const [target, own] of Map.groupBy(filled, (one) => one.target)) {
    const model = registry.models.get(target)
    const ids = [...new Set(own.flatMap(({ slot, name }) => valueIn(slot, name) ?? []))]
    const found =
      model === undefined
        ? new Map<string, string>()
        : await readTexts(registry, tx, { model, empresa: caller.empresa, ids })
    for (const [id, text] of found) texts.set(`${target} ${id}`, text)
    for (const { slot, name } of own) {
      if (!found.has(valueIn(slot, name) ?? '')) withdraw(slot, name)
    }
  }
  return texts
}

async function expectedOf(
  { tx, registry, caller, today }: Filling,
  head: Slot | undefined,
  now: string,
): Promise<FilledDraft['expected']> {
  const field = head?.model.fields.find((one) => one.type === 'text' && one.series === true)
  if (head === undefined || field === undefined) return {}
  const { empresa } = caller
  const { model, values } = head
  try {
    const row = new Map<string, string | null>(values)
    const expected = await expectFolio(tx, { model, empresa, row, today, now })
    if (expected === undefined) return {}
    const { folio, serie } = expected
    const series = registry.models.get('Serie')
    const numbered = { [field.name]: { text: folio } }
    const isNamed = model.fieldByName.get('serie')?.type === 'reference'
    if (serie === undefined || series === undefined || !isNamed) return numbered
    const text = (await readTexts(registry, tx, { model: series, empresa, ids: [serie] })).get(
      serie,
    )
    return text === undefined ? numbered : { ...numbered, serie: { id: Number(serie), text } }
  } catch (error) {
    // A series that is none of the model is told by the write.
    if (error instanceof ApiError) return {}
    throw error
  }
}

function told(
  body: JsonObject,
  slots: readonly Slot[],
  texts: ReadonlyMap<string, string>,
): Omit<FilledDraft, 'expected'> {
  const filled = slots.flatMap(({ place, filled: own }) =>
    [...own].map(([name, { by, of }]): [string, ToldFilling] => [
      `${place}${name}`,
      of === undefined ? { by } : { by, of },
    ]),
  )
  const [head] = slots
  const proposals = [...(head?.filled ?? [])].flatMap(([name, { value, by }]) => {
    const field = head?.model.fieldByName.get(name)
    if (field?.type !== 'reference') return []
    const text = texts.get(`${field.target} ${value}`) ?? ''
    return [[name, { id: Number(value), text, by }] as const]
  })
  return {
    body: filledBody(body, slots),
    filled: Object.fromEntries(filled),
    proposals: Object.fromEntries(proposals),
  }
}
