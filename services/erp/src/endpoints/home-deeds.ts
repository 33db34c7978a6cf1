import type { Actions } from '../actions/business/action.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { mayDo, type Rights } from '../identity/rights.ts'
import type { DeedRow } from '../store/people/deed-store.ts'
import type { CardOpening, HomeCard, HomeDay } from './home-cards.ts'

/** Something that a person does often, as a button. */
export interface Deed {
  /** `create`: makes a record; `act`: does something with those of a list. */
  readonly kind: 'create' | 'act'
  readonly model: string
  readonly label: string
  readonly opens: CardOpening
}

const SHOWN = 3

// For whom has not done anything yet: what documents begin with, in the order of a company's day.
const BEGINNINGS = [
  'Venta',
  'Cotizacion',
  'Compra',
  'RequisicionCompra',
  'CobroCliente',
  'PagoProveedor',
  'Poliza',
  'TraspasoAlmacen',
  'AjusteInventario',
  'Asociado',
  'NotaCreditoVenta',
] as const

interface Of {
  readonly registry: Registry
  readonly actions: Actions
  readonly rights: Rights
  readonly cards: readonly HomeCard[]
  readonly day: HomeDay
}

/**
 * The three things that somebody does most and still may do, filled up with what his trade begins with.
 * @source docs/decisions/0268-erp-home.md
 */
export function deedsOf(done: readonly DeedRow[], of: Of): readonly Deed[] {
  const wanted = [
    ...done.map(({ modelo, accion }) => ({ modelo, accion })),
    ...BEGINNINGS.map((modelo) => ({ modelo, accion: null })),
    ...of.cards.flatMap(({ act }) =>
      act === undefined ? [] : [{ modelo: act.model, accion: act.right }],
    ),
  ]
  const deeds = wanted.flatMap(({ modelo, accion }) => {
    const model = of.registry.models.get(modelo)
    if (model === undefined) return []
    return (accion === null ? creation(model, of) : action(model, accion, of)) ?? []
  })
  const unique = new Map(deeds.map((deed) => [`${deed.kind} ${deed.model} ${deed.label}`, deed]))
  return [...unique.values()].slice(0, SHOWN)
}

/** Lines and other parts of something, whose names begin with its name, are made where it is. */
function creation(model: Model, { registry, rights }: Of): Deed | undefined {
  const may = model.operations.includes('create') && mayDo(rights, model, 'crear')
  const isPart = [...registry.models.keys()].some(
    (whole) => model.name.startsWith(whole) && /^[A-Z]/.test(model.name.slice(whole.length)),
  )
  if (!may || isPart || model.heads.length > 0) return undefined
  const { name, label } = model
  return { kind: 'create', model: name, label, opens: { page: `/m/${name}/new` } }
}

/** Its list, of what waits for it where that is known. */
function action(model: Model, name: string, of: Of): Deed | undefined {
  const { actions, rights, cards, day } = of
  const found = actions.actionsOf(model.name).find((action) => action.name === name)
  if (found === undefined || !mayDo(rights, model, name) || !mayDo(rights, model, 'leer'))
    return undefined
  const card = cards.find(({ act }) => act?.model === model.name && act.right === name)
  const opens = card?.opens(day) ?? { model: model.name, query: '' }
  return { kind: 'act', model: model.name, label: found.label, opens }
}
