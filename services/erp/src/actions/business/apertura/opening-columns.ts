import type { LineColumn } from '../../../dictionary/input-shape.ts'
import type { Field } from '../../../dictionary/types.ts'

/** What a company brings along, by the name of its input and of its sheet. */
export const OPENING_KINDS = [
  'cuentas',
  'existencias',
  'por_cobrar',
  'por_pagar',
  'bancos',
] as const

export type OpeningKind = (typeof OPENING_KINDS)[number]

export interface OpeningColumn {
  readonly name: string
  readonly label: string
  /** Other headings that spreadsheets have for it, without accents. */
  readonly others: readonly string[]
  /** How its values are read; of a reference its key. */
  readonly field: Field
  readonly required: boolean
  /** The model of which it names a record, by key or by id. */
  readonly references: string | null
}

const BASE = {
  label: '',
  help: null,
  required: false,
  unique: false,
  default: null,
  readOnly: null,
} as const

type Made = Partial<Pick<OpeningColumn, 'others' | 'required'>>

const required = { required: true }

function column(
  name: string,
  label: string,
  field: Field,
  { others = [], required: isRequired = false }: Made = {},
): OpeningColumn {
  return { name, label, others, field, required: isRequired, references: null }
}

function text(name: string, label: string, length: number, made?: Made): OpeningColumn {
  return column(name, label, { ...BASE, name, type: 'text', length }, made)
}

function reference(name: string, label: string, target: string, made?: Made): OpeningColumn {
  return { ...text(name, label, 254, made), references: target }
}

function money(name: string, label: string, made?: Made): OpeningColumn {
  return column(name, label, { ...BASE, name, type: 'money', precision: 18, scale: 2 }, made)
}

function sixDecimals(name: string, label: string, made?: Made): OpeningColumn {
  return column(name, label, { ...BASE, name, type: 'quantity', precision: 18, scale: 6 }, made)
}

function day(name: string, label: string, made?: Made): OpeningColumn {
  return column(name, label, { ...BASE, name, type: 'date' }, made)
}

const CURRENCY = [
  reference('moneda', 'Moneda', 'Moneda'),
  sixDecimals('tipo_cambio', 'Tipo de cambio'),
]

const DOCUMENT = [
  text('documento', 'Documento', 40, {
    ...required,
    others: ['factura', 'numero_factura', 'folio'],
  }),
  day('fecha', 'Fecha'),
  day('vencimiento', 'Vencimiento'),
  money('total', 'Saldo', { ...required, others: ['saldo', 'importe'] }),
  money('iva', 'IVA'),
  ...CURRENCY,
  column(
    'uuid',
    'UUID',
    { ...BASE, name: 'uuid', type: 'text', length: 36, form: 'uuid' },
    {
      others: ['folio_fiscal'],
    },
  ),
]

/** What each row says. @source docs/decisions/0282-erp-opening-balances.md */
export const OPENING_COLUMNS: Readonly<Record<OpeningKind, readonly OpeningColumn[]>> = {
  cuentas: [
    reference('cuenta', 'Cuenta', 'CuentaContable', {
      ...required,
      others: ['clave', 'cuenta_contable'],
    }),
    money('cargo', 'Cargo', { others: ['debe', 'saldo_deudor'] }),
    money('abono', 'Abono', { others: ['haber', 'saldo_acreedor'] }),
    ...CURRENCY,
    reference('centro_costo', 'Centro de costo', 'CentroCosto'),
    reference('cliente', 'Cliente', 'Cliente'),
    reference('proveedor', 'Proveedor', 'Proveedor'),
  ],
  existencias: [
    reference('articulo', 'Artículo', 'Articulo', { ...required, others: ['clave'] }),
    reference('almacen', 'Almacén', 'Almacen', required),
    sixDecimals('cantidad', 'Cantidad', { ...required, others: ['existencia'] }),
    sixDecimals('costo_unitario', 'Costo unitario', { others: ['costo'] }),
    money('importe', 'Importe', { others: ['valor', 'costo_total'] }),
    reference('lote', 'Lote', 'Lote'),
    reference('serie', 'Número de serie', 'SerieArticulo', {
      others: ['numero_de_serie', 'numero_serie'],
    }),
  ],
  por_cobrar: [
    reference('cliente', 'Cliente', 'Cliente', { ...required, others: ['rfc'] }),
    ...DOCUMENT,
  ],
  por_pagar: [
    reference('proveedor', 'Proveedor', 'Proveedor', { ...required, others: ['rfc'] }),
    ...DOCUMENT,
  ],
  bancos: [
    reference('cuenta', 'Cuenta bancaria', 'CuentaBancaria', {
      ...required,
      others: ['clave', 'cuenta_bancaria'],
    }),
    money('saldo', 'Saldo', required),
    sixDecimals('tipo_cambio', 'Tipo de cambio'),
  ],
}

/** The columns as a console shows them. */
export function lineColumns(kind: OpeningKind): readonly LineColumn[] {
  return OPENING_COLUMNS[kind].map(({ name, label, field, required: isRequired, references }) => ({
    name,
    label,
    type: references === null ? field.type : 'reference',
    required: isRequired,
    references,
    default: null,
  }))
}
