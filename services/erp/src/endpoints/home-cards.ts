import type { Bilingual } from '@oficina/words/bilingual.ts'

import { SALES_TO_DELIVER_MODELS } from './reports/delivery-models.ts'
import { MINIMUM_MODELS } from './reports/minimum-models.ts'

/** What the days and the currency in a card's request are. */
export interface HomeDay {
  readonly today: string
  readonly monthStart: string
  /** Seven days from today. */
  readonly weekEnd: string
  /** The id of the company's. */
  readonly currency: string
}

/** A right on a model, and the fields of it that the card reads. */
export interface CardRight {
  readonly model: string
  readonly right: string
  readonly fields?: readonly string[]
  /** All records of it, entirely: the card is a report that adds them up. */
  readonly sees?: 'whole'
}

/** Something that the first page of a console shows, and how to ask for it. */
export interface HomeCard {
  readonly name: string
  readonly label: Bilingual
  /** What an answer without rows means. */
  readonly empty: Bilingual
  /** `value`: one figure; `bars`: a figure a category; `list`: rows with a figure each. */
  readonly show: 'value' | 'bars' | 'list'
  /** One of those that stand together as what waits for the person. */
  readonly waits?: true
  /** What is done with the records that it counts. */
  readonly act?: { readonly model: string; readonly right: string }
  /** Who may see it: the company's administrator, or who has all of these rights. */
  readonly rights: 'administrator' | readonly CardRight[]
  /** Below `/api/v1`, with its query. */
  readonly path: (day: HomeDay) => string
  /** The figure: of the answer, or of each row. */
  readonly value: CardValue
  /** Of bars and lists: what a row is called. */
  readonly category?: {
    readonly column: string
    readonly type: 'text' | 'date' | 'month' | 'reference'
    /** Shown beside it. */
    readonly detail?: readonly string[]
  }
  /** Where everything of it is to be seen. */
  readonly opens: (day: HomeDay) => CardOpening
  /** Where a row is; `{column}` in a query is its value, `{from}` and `{to}` the days of its month. */
  readonly rowOpens?: { readonly model: string; readonly id: string } | CardOpening
  /** Categories before this one are overdue. */
  readonly lateBefore?: (day: HomeDay) => string
  /** Days from and to which bars are shown also where there is nothing. */
  readonly span?: (day: HomeDay) => { readonly from: string; readonly to: string }
  /** How a figure above zero looks. */
  readonly tone?: 'warning' | 'danger'
}

interface CardValue {
  /** Of each row; or of the answer, such as `meta.total`. */
  readonly column: string
  readonly type: 'money' | 'integer'
  /** The column that names the currency; absent: the company's. */
  readonly currency?: string
  /** Rows of one category are added up, and taken away where this column has this value. */
  readonly minus?: { readonly column: string; readonly value: string }
}

export type CardOpening =
  | { readonly model: string; readonly query: string }
  | { readonly report: string }
  | { readonly page: string }

const OWED = 'estado__in=vigente,cobrada_parcial,en_litigio'
const TO_PAY = 'estado__in=por_validar,autorizada,programada,pagada_parcial'
const SOLD = 'estado__in=confirmada,facturada,pagada'
const MOVED = 'estado__in=aplicado,conciliado'

/** THE list of what the first page shows, in this order. */
export const HOME_CARDS: readonly HomeCard[] = [
  {
    name: 'approvals',
    label: { es: 'Por autorizar', en: 'To approve' },
    empty: { es: 'Nada espera tu autorización.', en: 'Nothing waits for your approval.' },
    show: 'list',
    rights: [
      { model: 'Compra', right: 'leer', fields: ['folio', 'total'] },
      { model: 'Compra', right: 'autorizar_compra' },
    ],
    path: () => '/reports/pending-approvals?per_page=6',
    value: { column: 'total', type: 'money', currency: 'moneda_str' },
    category: { column: 'folio', type: 'text', detail: ['proveedor_str'] },
    opens: () => ({ report: 'pending-approvals' }),
    rowOpens: { model: 'Compra', id: 'id' },
    tone: 'warning',
  },
  {
    name: 'to-deliver',
    label: { es: 'Ventas por entregar', en: 'Sales to deliver' },
    empty: { es: 'Nada espera.', en: 'Nothing waits.' },
    show: 'value',
    waits: true,
    act: { model: 'Venta', right: 'entregar' },
    rights: [
      ...SALES_TO_DELIVER_MODELS.map((model) => ({ model, right: 'leer', sees: 'whole' }) as const),
      { model: 'Venta', right: 'entregar' },
    ],
    path: () => '/reports/sales-to-deliver?per_page=1',
    value: { column: 'meta.total', type: 'integer' },
    opens: () => ({ report: 'sales-to-deliver' }),
  },
  {
    name: 'below-minimum',
    label: { es: 'Artículos bajo mínimo', en: 'Articles below minimum' },
    empty: { es: 'De todo hay lo mínimo.', en: 'There is the minimum of everything.' },
    show: 'value',
    waits: true,
    rights: MINIMUM_MODELS.map((model) => ({ model, right: 'leer', sees: 'whole' })),
    path: () => '/reports/below-minimum?per_page=1',
    value: { column: 'meta.total', type: 'integer' },
    opens: () => ({ report: 'below-minimum' }),
    tone: 'warning',
  },
  {
    name: 'outbox',
    label: { es: 'Envíos que fallaron', en: 'Messages that failed' },
    empty: { es: 'Todo lo que había que enviar salió.', en: 'Everything was sent.' },
    show: 'value',
    rights: 'administrator',
    path: () => '/outbox?estado=muerta&per_page=1',
    value: { column: 'meta.total', type: 'integer' },
    opens: () => ({ page: '/admin/outbox?estado=muerta' }),
    tone: 'danger',
  },
  {
    name: 'sales',
    label: { es: 'Ventas del mes', en: 'Sales of the month' },
    empty: { es: 'Este mes todavía no hay ventas.', en: 'There are no sales this month yet.' },
    show: 'bars',
    rights: [{ model: 'Venta', right: 'leer', fields: ['fecha', 'total', 'estado', 'moneda'] }],
    path: ({ monthStart, currency }) =>
      `/Venta?group_by=fecha&sum=total&${SOLD}&fecha__gte=${monthStart}&moneda=${currency}&per_page=100`,
    value: { column: 'sum.total', type: 'money' },
    category: { column: 'fecha', type: 'date' },
    span: ({ monthStart, today }) => ({ from: monthStart, to: today }),
    opens: ({ monthStart }) => ({ model: 'Venta', query: `${SOLD}&fecha__gte=${monthStart}` }),
    rowOpens: { model: 'Venta', query: `${SOLD}&fecha={fecha}` },
  },
  {
    name: 'receivable',
    label: { es: 'Por cobrar, por vencimiento', en: 'Receivable, by due date' },
    empty: { es: 'Nadie debe nada.', en: 'Nobody owes anything.' },
    show: 'bars',
    rights: [
      {
        model: 'CuentaPorCobrar',
        right: 'leer',
        fields: ['vencimiento', 'saldo', 'estado', 'moneda'],
      },
    ],
    path: ({ currency }) =>
      `/CuentaPorCobrar?group_by=vencimiento__month&sum=saldo&${OWED}&saldo__gt=0&moneda=${currency}&per_page=100`,
    value: { column: 'sum.saldo', type: 'money' },
    category: { column: 'vencimiento__month', type: 'month' },
    lateBefore: ({ today }) => today.slice(0, 7),
    opens: () => ({ model: 'CuentaPorCobrar', query: `${OWED}&saldo__gt=0` }),
    rowOpens: {
      model: 'CuentaPorCobrar',
      query: `${OWED}&saldo__gt=0&vencimiento__gte={from}&vencimiento__lte={to}`,
    },
  },
  {
    name: 'payable',
    label: { es: 'Por pagar, por vencimiento', en: 'Payable, by due date' },
    empty: { es: 'No se debe nada.', en: 'Nothing is owed.' },
    show: 'bars',
    rights: [
      {
        model: 'CuentaPorPagar',
        right: 'leer',
        fields: ['vencimiento', 'saldo', 'estado', 'moneda'],
      },
    ],
    path: ({ currency }) =>
      `/CuentaPorPagar?group_by=vencimiento__month&sum=saldo&${TO_PAY}&saldo__gt=0&moneda=${currency}&per_page=100`,
    value: { column: 'sum.saldo', type: 'money' },
    category: { column: 'vencimiento__month', type: 'month' },
    lateBefore: ({ today }) => today.slice(0, 7),
    opens: () => ({ model: 'CuentaPorPagar', query: `${TO_PAY}&saldo__gt=0` }),
    rowOpens: {
      model: 'CuentaPorPagar',
      query: `${TO_PAY}&saldo__gt=0&vencimiento__gte={from}&vencimiento__lte={to}`,
    },
  },
  {
    name: 'cash',
    label: { es: 'Bancos, según libros', en: 'Banks, by the books' },
    empty: { es: 'Ninguna cuenta tiene movimientos.', en: 'No account has movements.' },
    show: 'list',
    rights: [
      {
        model: 'MovimientoBancario',
        right: 'leer',
        fields: ['cuenta_bancaria', 'moneda', 'naturaleza', 'importe', 'estado'],
      },
    ],
    path: () =>
      `/MovimientoBancario?group_by=cuenta_bancaria,moneda,naturaleza&sum=importe&${MOVED}&per_page=100`,
    value: {
      column: 'sum.importe',
      type: 'money',
      currency: 'moneda_str',
      minus: { column: 'naturaleza', value: 'cargo' },
    },
    category: { column: 'cuenta_bancaria', type: 'reference' },
    opens: () => ({ model: 'MovimientoBancario', query: MOVED }),
    rowOpens: {
      model: 'MovimientoBancario',
      query: `${MOVED}&cuenta_bancaria={cuenta_bancaria}`,
    },
  },
]
