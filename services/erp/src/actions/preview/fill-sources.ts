import type { Tx } from '@oficina/kit/database.ts'

import type { FillPlace } from '../../dictionary/fill.ts'
import type { Model, ReferenceField, Registry } from '../../dictionary/types.ts'
import type { Caller } from '../../identity/caller.ts'
import { ReferenceFinder } from '../../store/records/import-store.ts'
import {
  findLastOfArticles,
  findLastSaid,
  type LinesSaid,
} from '../../store/records/last-said-store.ts'
import {
  findPrices,
  type ListPrice,
  type PricedLine,
} from '../../store/records/list-price-store.ts'
import { findOnly, findOwnCurrency, readFields } from '../../store/records/proposal-store.ts'
import { heldBy, valueIn, type Slot } from './filling.ts'

/** Where values are looked up: as the caller sees the company. */
export interface Filling {
  readonly tx: Tx
  /** The models that the caller may read. */
  readonly registry: Registry
  readonly caller: Caller
  readonly today: string
}

/** What is not known yet: it is looked up, all of a round at once, and asked for again. */
export const PENDING = Symbol('pending')
type Found<T> = T | null | typeof PENDING

/** Those of which a company often has only one. */
const ALONE: ReadonlySet<string> = new Set(['Sucursal', 'Almacen'])

const DAY = 10

/**
 * What records, lists of prices and earlier documents say, each looked up once: whoever asks for something that is not
 * known yet is told so, and `fetch` reads all that was asked for, in one statement for each kind.
 */
export class FillSources {
  readonly #by: Filling
  readonly #finder: ReferenceFinder
  readonly #records = new Map<string, ReadonlyMap<string, string>>()
  readonly #wanted = new Map<Model, { readonly ids: Set<string>; readonly fields: Set<string> }>()
  readonly #known = new Map<string, string | null>()
  readonly #prices = new Map<string, ListPrice | null>()
  readonly #work = new Map<string, () => Promise<void>>()
  readonly #priced = new Map<string, PricedLine>()
  readonly #lasts = new Map<string, LastAsked>()

  constructor(by: Filling) {
    this.#by = by
    this.#finder = new ReferenceFinder(by.registry, by.caller.empresa)
  }

  /** What a field holds, or what the record says that a reference points to. */
  place(slot: Slot, { reference, field }: FillPlace): Found<string> {
    if (reference === null) return valueIn(slot, field)
    const held = heldBy(slot, reference)
    const id = held?.slot.values.get(reference) ?? null
    if (held?.field.type !== 'reference' || id === null || !/^\d{1,18}$/.test(id)) return null
    const model = this.#by.registry.models.get(held.field.target)
    // What is masked for the caller is not told in another field.
    return model !== undefined && isSeen(model, field) ? this.#said(model, id, field) : null
  }

  #said(model: Model, id: string, field: string): Found<string> {
    const record = this.#records.get(`${model.name} ${id}`)
    if (record?.has(field) === true) return record.get(field) ?? null
    if (this.#known.has(`${model.name} ${id} ${field}`)) return null
    const wanted = this.#wanted.get(model) ?? { ids: new Set(), fields: new Set() }
    this.#wanted.set(model, wanted)
    wanted.ids.add(id)
    wanted.fields.add(field)
    return PENDING
  }

  /** The record of a catalog with this key. */
  key(field: ReferenceField, key: string): Found<string> {
    return this.#once(`key ${field.target} ${key}`, async () => {
      const target = this.#by.registry.models.get(field.target)
      if (target === undefined) return null
      const found = (await this.#finder.find(this.#by.tx, target, new Set([key]))).get(key)
      return found?.kind === 'id' ? found.id : null
    })
  }

  ownCurrency(): Found<string> {
    const { tx, caller } = this.#by
    return this.#once('currency', () => findOwnCurrency(tx, caller.empresa))
  }

  /** The only record of a model where that is usual, or the one that the caller himself is. */
  only(field: ReferenceField): Found<{ readonly value: string; readonly by: string }> {
    const model = this.#by.registry.models.get(field.target)
    if (model === undefined || model.scope === 'global') return null
    const { tx, caller } = this.#by
    const isPerson = model.references.some(
      ({ name, target }) => name === 'usuario' && target === 'Usuario',
    )
    // A field that is named for its model: the buyer of an order, not the one of another document.
    const isOwn = isPerson && field.name === model.table
    if (!isOwn && !ALONE.has(field.target)) return null
    const of = { model, empresa: caller.empresa }
    const found = this.#once(`only ${model.name} ${isOwn}`, () =>
      findOnly(tx, of, isOwn ? caller.usuarioId : null),
    )
    return typeof found === 'string' ? { value: found, by: isOwn ? 'user' : 'only' } : found
  }

  /** What the party's last document says, or the last line of the article. */
  last(
    slot: Slot,
    name: string,
    from: { readonly model: string; readonly field: string } | null,
  ): Found<string> {
    return slot.head === null && from === null
      ? this.#lastDocument(slot, name)
      : this.#lastLine(slot, from ?? { model: slot.model.name, field: name })
  }

  #lastDocument({ model, values }: Slot, name: string): Found<string> {
    const partner = model.partner
    const id = partner === null ? null : (values.get(partner) ?? null)
    const seen = this.#by.registry.models.get(model.name)
    if (partner === null || id === null || seen === undefined) return null
    if (!isSeen(seen, name) || !isSeen(seen, partner)) return null
    const { tx, caller } = this.#by
    const of = { model: seen, empresa: caller.empresa }
    return this.#once(`last ${model.name} ${name} ${id}`, () =>
      findLastSaid(tx, of, { field: name, partner, id }),
    )
  }

  #lastLine(slot: Slot, from: { readonly model: string; readonly field: string }): Found<string> {
    const articulo = valueIn(slot, 'articulo')
    const asked = articulo === null ? null : this.#lastAsked(slot, from)
    if (articulo === null || asked === null) return null
    const unidad = valueIn(slot, 'unidad')
    const group = JSON.stringify([from, asked.partner, asked.moneda])
    const key = `line ${group} ${articulo} ${unidad ?? ''}`
    if (this.#known.has(key)) return this.#known.get(key) ?? null
    const others = this.#lasts.get(group) ?? asked
    this.#lasts.set(group, others)
    others.wanted.set(key, { id: key, articulo, unidad })
    return PENDING
  }

  /** Which lines are looked through; null: none that the caller sees. */
  #lastAsked(
    slot: Slot,
    from: { readonly model: string; readonly field: string },
  ): LastAsked | null {
    const said = this.#linesSaid(from)
    if (said === null) return null
    const of = { said, moneda: valueIn(slot, 'moneda'), wanted: new Map() }
    const partner = slot.head?.model.partner ?? null
    if (partner === null || !isSeen(said.head, partner)) return { ...of, partner: null }
    const id = valueIn(slot, partner)
    // A price that was agreed with somebody else is none.
    return id === null ? null : { ...of, partner: { field: partner, id } }
  }

  #linesSaid(from: { readonly model: string; readonly field: string }): LinesSaid | null {
    const { registry, caller } = this.#by
    const model = registry.models.get(from.model)
    const [above] = model?.heads ?? []
    const head = registry.models.get(above?.model ?? '')
    if (model === undefined || head === undefined || above === undefined) return null
    if (!isSeen(model, from.field) || !isSeen(model, 'articulo')) return null
    return { model, head, lines: above.lines, empresa: caller.empresa, field: from.field }
  }

  /** The price that the customer's list says for a line, of documents that have a customer. */
  list(slot: Slot): Found<{ readonly value: string; readonly by: string; readonly of?: string }> {
    const wanted = pricedLine(slot, this.#by.today)
    if (wanted === null) return null
    const id = JSON.stringify(wanted)
    const price = this.#prices.get(id)
    if (price === undefined) {
      this.#priced.set(id, { id, ...wanted })
      return PENDING
    }
    if (price === null || price.incluye_impuestos) return null
    const [kind, key = ''] = price.origen.split(' ')
    return kind === 'ListaPrecios'
      ? { value: price.precio, by: 'list', of: key }
      : { value: price.precio, by: 'agreed' }
  }

  /** Reads what was asked for since the last time. @returns whether anything was */
  async fetch(): Promise<boolean> {
    const work = [
      ...[...this.#wanted].map(
        ([model, wanted]) =>
          () =>
            this.#fetchRecords(model, wanted),
      ),
      ...this.#work.values(),
      ...[...this.#lasts.values()].map((asked) => () => this.#fetchLasts(asked)),
      ...(this.#priced.size === 0 ? [] : [() => this.#fetchPrices()]),
    ]
    for (const one of work) await one()
    this.#wanted.clear()
    this.#work.clear()
    this.#lasts.clear()
    this.#priced.clear()
    return work.length > 0
  }

  #once(key: string, find: () => Promise<string | null>): Found<string> {
    if (this.#known.has(key)) return this.#known.get(key) ?? null
    this.#work.set(key, async () => {
      this.#known.set(key, await find())
    })
    return PENDING
  }

  async #fetchRecords(
    model: Model,
    { ids, fields }: { readonly ids: ReadonlySet<string>; readonly fields: ReadonlySet<string> },
  ): Promise<void> {
    const { tx, caller } = this.#by
    const wanted = [...fields].flatMap((name) => model.fieldByName.get(name) ?? [])
    const of = { model, empresa: caller.empresa }
    const found = await readFields(tx, of, { ids: [...ids], fields: wanted })
    for (const id of ids) {
      const key = `${model.name} ${id}`
      const before = this.#records.get(key) ?? []
      this.#records.set(key, new Map([...before, ...(found.get(id) ?? [])]))
      for (const name of fields) this.#known.set(`${key} ${name}`, null)
    }
  }

  async #fetchLasts({ said, wanted, partner, moneda }: LastAsked): Promise<void> {
    const lines = [...wanted.values()]
    const found = await findLastOfArticles(this.#by.tx, said, { wanted: lines, partner, moneda })
    for (const { id } of lines) this.#known.set(id, found.get(id) ?? null)
  }

  async #fetchPrices(): Promise<void> {
    const lines = [...this.#priced.values()]
    const found = await findPrices(this.#by.tx, this.#by.caller.empresa, lines)
    for (const { id } of lines) this.#prices.set(id, found.get(id) ?? null)
  }
}

interface LastAsked {
  readonly said: LinesSaid
  readonly partner: { readonly field: string; readonly id: string } | null
  readonly moneda: string | null
  readonly wanted: Map<
    string,
    { readonly id: string; readonly articulo: string; readonly unidad: string | null }
  >
}

function isSeen({ fieldByName }: Model, name: string): boolean {
  const field = fieldByName.get(name)
  return field !== undefined && field.shown === undefined
}

function pricedLine(slot: Slot, today: string): Omit<PricedLine, 'id'> | null {
  const value = (name: string) => valueIn(slot, name)
  const [articulo, cliente, moneda] = [value('articulo'), value('cliente'), value('moneda')]
  if (articulo === null || cliente === null || moneda === null) return null
  return {
    articulo,
    unidad: value('unidad') ?? '0',
    cantidad: amount(value('cantidad')) ?? '0',
    cliente,
    moneda,
    fecha: (value('fecha') ?? today).slice(0, DAY),
    tipo_cambio: amount(value('tipo_cambio')) ?? '1',
    sucursal: value('sucursal'),
    vendedor: value('vendedor'),
  }
}

/** A number as it was sent; what is none is told by the write. */
function amount(text: string | null): string | null {
  return text !== null && /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? text : null
}
