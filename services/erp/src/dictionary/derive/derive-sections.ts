import type { Capture, CaptureField, CaptureSection } from '../layout-types.ts'
import type { ModelSource, SectionSource } from '../model-source.ts'
import type { Field } from '../types.ts'
import { lineKey } from './derive-text.ts'
import { isProse, widgetOf } from './derive-widget.ts'

/** With at least this many amounts, they get a section of their own. */
const MIN_AMOUNTS_FOR_SECTION = 3
/** A form of fewer fields is seen at once, and is not taken apart further. */
const MIN_FIELDS_FOR_SUBJECTS = 10
/** A section of one field is none. */
const MIN_FIELDS_OF_SUBJECT = 2
/** Columns of a row of a form. */
const ROW = 12

/**
 * The form: what a record is first, then on what terms, where it is booked, amounts, long texts, and what only actions or
 * the platform fill in.
 * @source docs/decisions/0263-erp-forms-by-rule.md
 */
export function deriveCapture(source: ModelSource, fields: readonly Field[]): Capture {
  return {
    sections:
      source.capture === null
        ? deriveSections(fields, lineKey(source.fields).length > 0 ? 'line' : 'record')
        : completeSections(source.capture, fields),
  }
}

function completeSections(
  written: readonly SectionSource[],
  fields: readonly Field[],
): readonly CaptureSection[] {
  const byName = new Map(fields.map((field) => [field.name, captureField(field)]))
  return written.map(({ title, fields: named }) => {
    const chosen = named.flatMap(({ field: name, width, widget }) => {
      const derived = byName.get(name)
      return derived === undefined
        ? []
        : [{ field: name, widget: widget ?? derived.widget, width: width ?? derived.width }]
    })
    const isMeasured = named.some(({ width }) => width !== null)
    return { title, fields: isMeasured ? chosen : inRows(chosen) }
  })
}

/** Names of fields, with what may follow them. */
function named(words: string, end = ''): RegExp {
  return new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})${end}$`)
}

/** Subjects that stand apart in a long form, by the names of their fields. */
const SUBJECTS: readonly {
  readonly title: string
  readonly names: RegExp
  /** One of these must be among them. */
  readonly because?: RegExp
}[] = [
  {
    title: 'Condiciones',
    because: /^(?:condicion_pago|vencimiento|fecha_vencimiento|vigencia|plazo)$/,
    names: named(`
      moneda tipo_cambio condicion_pago forma_pago metodo_pago exportacion vencimiento
      fecha_vencimiento vigencia plazo dias_credito limite_credito lista_precios
      descuento_pronto_pago`),
  },
  {
    title: 'Datos fiscales',
    names: named(
      `
      rfc cfdi uuid xml pdf uso uso_cfdi fecha_timbrado codigo_postal regimen residencia
      identidad_tributaria tipo_persona objeto_impuesto clave_prod_serv grupo_fiscal
      numero_certificado estatus_sat confirmacion periodicidad mes_global anio_global
      lugar_expedicion`,
      '(?:_.*)?',
    ),
  },
  {
    title: 'Contabilidad',
    names: named(`
      cuenta_contable centro_costo proyecto departamento segmento poliza periodo ejercicio
      presupuesto partida_presupuesto`),
  },
]

/** A line is written in a row of its document’s grid, and its form is short. */
function deriveSections(
  fields: readonly Field[],
  kind: 'record' | 'line',
): readonly CaptureSection[] {
  const written = fields.filter(({ readOnly }) => readOnly === null)
  const hasAmounts =
    written.filter(({ type }) => type === 'money').length >= MIN_AMOUNTS_FOR_SECTION
  const isAmount = (field: Field) => hasAmounts && field.type === 'money'
  const plain = written.filter((field) => !isAmount(field) && !isLong(field))
  const isTaken = kind === 'record' && plain.length >= MIN_FIELDS_FOR_SUBJECTS
  const subjects = isTaken ? subjectsOf(plain) : []
  const apart = new Set(subjects.flatMap((subject) => subject.fields))
  const sections = [
    { title: 'Datos generales', fields: plain.filter((field) => !apart.has(field)) },
    ...subjects,
    { title: 'Importes', fields: written.filter(isAmount) },
    { title: 'Detalle', fields: written.filter(isLong) },
    { title: 'Seguimiento', fields: fields.filter(({ readOnly }) => readOnly !== null) },
  ]
  return sections
    .filter((section) => section.fields.length > 0)
    .map(({ title, fields: chosen }) => ({ title, fields: inRows(chosen.map(captureField)) }))
}

/** Those that have enough fields; what says what the record is stays in front, whatever its name. */
function subjectsOf(plain: readonly Field[]) {
  const rest = plain.slice(1)
  return SUBJECTS.flatMap(({ title, names, because }) => {
    const fields = rest.filter(({ name }) => names.test(name))
    const isMeant = because === undefined || fields.some(({ name }) => because.test(name))
    const isWhole = fields.length >= MIN_FIELDS_OF_SUBJECT && fields.length < rest.length
    return isMeant && isWhole ? [{ title, fields }] : []
  })
}

function isLong(field: Field): boolean {
  return field.type === 'long_text' || field.type === 'json'
}

/**
 * Fields that fill their rows: one that almost fits gets what is left, and where the next does not fit at all, the widest
 * of a row take it. One alone, and the last row, stay as they are.
 */
function inRows(fields: readonly CaptureField[]): readonly CaptureField[] {
  const rows: CaptureField[][] = []
  let left = 0
  for (const field of fields) {
    const isShrunk = isElastic(field) && field.width > left && left >= MIN_ELASTIC
    const width = isShrunk ? left : field.width
    if (width > left) {
      rows.push([])
      left = ROW
    }
    rows.at(-1)?.push({ ...field, width })
    left -= width
  }
  return rows.flatMap((row, i) => (i === rows.length - 1 ? row : stretched(row)))
}

const ELASTIC: ReadonlySet<string> = new Set(['reference', 'text', 'email', 'url'])
const MIN_ELASTIC = 4
const MAX_ELASTIC = 6

/** What can be narrower or wider: neither a number or a date, nor a whole line. */
function isElastic({ widget, width }: CaptureField): boolean {
  return ELASTIC.has(widget) && width >= MIN_ELASTIC && width <= MAX_ELASTIC
}

function stretched(row: readonly CaptureField[]): readonly CaptureField[] {
  const left = ROW - row.reduce((sum, { width }) => sum + width, 0)
  const widest = Math.max(...row.filter(isElastic).map(({ width }) => width))
  const takers = row.filter((field) => isElastic(field) && field.width === widest)
  if (row.length === 1 || takers.length === 0) return row
  const share = Math.floor(left / takers.length)
  const rest = left - share * takers.length
  return row.map((field) => {
    const place = takers.indexOf(field)
    if (place < 0) return field
    return { ...field, width: field.width + share + (place < rest ? 1 : 0) }
  })
}

function captureField(field: Field): CaptureField {
  return {
    field: field.name,
    widget: widgetOf(field),
    width: captureWidth(field),
  }
}

/** Catalogs whose records are a code and a word. */
const SHORT: ReadonlySet<string> = new Set([
  'Moneda',
  'Serie',
  'UnidadMedida',
  'MetodoPago',
  'FormaPago',
  'Exportacion',
])

function captureWidth(field: Field): number {
  switch (field.type) {
    case 'text':
      if (isProse(field)) return 12
      if (field.length <= 20) return 3
      if (field.length <= 60) return 4
      return field.length <= 254 ? 6 : 12
    case 'long_text':
    case 'json':
      return 12
    case 'reference':
      return SHORT.has(field.target) ? 4 : 6
    case 'secret':
      return 6
    case 'choice':
    case 'instant':
      return 4
    case 'integer':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
    case 'date':
    case 'boolean':
      return 3
  }
}
