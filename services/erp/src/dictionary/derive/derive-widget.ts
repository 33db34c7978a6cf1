import type { GridFormat, Widget } from '../layout-types.ts'
import type { Field } from '../types.ts'

const WIDGETS: Readonly<Record<Exclude<Field['type'], 'text' | 'reference'>, Widget>> = {
  long_text: 'textarea',
  secret: 'password',
  integer: 'number',
  money: 'decimal',
  quantity: 'decimal',
  rate: 'decimal',
  decimal: 'decimal',
  date: 'date',
  instant: 'datetime',
  boolean: 'checkbox',
  json: 'json',
  choice: 'select',
}

/** The input that fits a field. @source docs/decisions/0261-erp-metadata-for-consoles.md */
export function widgetOf(field: Field): Widget {
  switch (field.type) {
    case 'text':
      return textWidget(field)
    case 'reference':
      if (field.target !== 'Adjunto') return 'reference'
      return PICTURE.test(field.name) ? 'image' : 'file'
    default:
      return isPercentage(field) ? 'percent' : WIDGETS[field.type]
  }
}

const PICTURE = /(?:^|_)(?:foto|fotografia|imagen|logo|logotipo|firma)(?:_|$)/
const PHONE = /(?:^|_)(?:telefono|celular|fax)(?:_|$)/
const ADDRESS = /(?:^|_)(?:url|sitio_web|pagina_web|enlace)(?:_|$)/
/** The first words of names of fields that people write sentences in. */
const PROSE = new Set(
  `descripcion observacion observaciones comentario comentarios motivo justificacion nota notas detalle
    instrucciones explicacion causa condiciones conclusion hallazgo accion acuerdo evidencia
    antecedentes alcance objetivo recomendacion recomendaciones texto mensaje`.split(/\s+/),
)
/** A sentence of this many characters and more wants more than one line. */
const PROSE_LENGTH = 250
/** Nobody reads so much in one line, whatever it is. */
const LINE_LENGTH = 600

function textWidget(field: Extract<Field, { type: 'text' }>): Widget {
  if (field.form === 'email') return 'email'
  if (field.form === 'time') return 'time'
  if (PHONE.test(field.name)) return 'phone'
  if (ADDRESS.test(field.name)) return 'url'
  return isProse(field) ? 'textarea' : 'text'
}

/** Whether a text is written in several lines. */
export function isProse(field: Field): boolean {
  if (field.type === 'long_text') return true
  if (field.type !== 'text') return false
  return (
    field.length > LINE_LENGTH ||
    (field.length >= PROSE_LENGTH && PROSE.has(field.name.split('_')[0] ?? ''))
  )
}

/** A number of a hundred: 16 is 16 %. */
function isPercentage({ name, type }: Field): boolean {
  return (type === 'rate' || type === 'decimal') && /(?:^|_)porcentaje(?:_|$)/.test(name)
}

/** How a value is written. */
export function formatOf(field: Field): GridFormat {
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'json':
    case 'secret':
      return 'text'
    case 'quantity':
    case 'rate':
    case 'decimal':
      return isPercentage(field) ? 'percent' : 'decimal'
    case 'instant':
      return 'datetime'
    case 'integer':
    case 'money':
    case 'date':
    case 'boolean':
    case 'choice':
    case 'reference':
      return field.type
  }
}
