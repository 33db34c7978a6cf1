import { FOREIGN_RFC } from './cfdi/generic-parties.ts'

/** The amounts of an operation by the names of their fields, as the database writes them; null: none. */
type DiotAmounts = Readonly<Record<string, string | null>>

/** Operations with one third party, of one kind. */
export interface DiotLine {
  /** 04 national, 05 foreign, 15 global. */
  readonly tipo_tercero: string
  readonly tipo_operacion: string
  readonly rfc: string | null
  readonly identificacion_fiscal: string | null
  readonly nombre_extranjero: string | null
  readonly pais: string | null
  readonly lugar_jurisdiccion: string | null
  readonly efectos_fiscales: boolean
  readonly importes: DiotAmounts
}

/** The fields of DiotOperacion in the order of columns 8 to 53. */
export const DIOT_AMOUNTS: readonly string[] = [
  'valor_norte',
  'devoluciones_norte',
  'valor_sur',
  'devoluciones_sur',
  'valor_16',
  'devoluciones_16',
  'valor_importacion',
  'devoluciones_importacion',
  'valor_intangibles',
  'devoluciones_intangibles',
  'acreditable_norte',
  'acreditable_proporcion_norte',
  'acreditable_sur',
  'acreditable_proporcion_sur',
  'acreditable_16',
  'acreditable_proporcion_16',
  'acreditable_importacion',
  'acreditable_proporcion_importacion',
  'acreditable_intangibles',
  'acreditable_proporcion_intangibles',
  ...['norte', 'sur', '16', 'importacion', 'intangibles'].flatMap((kind) =>
    ['proporcion', 'requisitos', 'exentos', 'no_objeto'].map(
      (reason) => `no_acreditable_${reason}_${kind}`,
    ),
  ),
  'iva_retenido',
  'exento_importacion',
  'exento',
  'valor_0',
  'no_objeto_nacional',
  'no_objeto_extranjero',
]

/**
 * The DIOT of a month as it is uploaded since 2025: a line for each third party, 54 columns, amounts in whole pesos, and
 * nothing where there is none.
 * @source SAT, Instructivo de la DIOT 2025, carga batch
 */
export function diotText(lines: readonly DiotLine[]): string {
  return lines.map((line) => `${columnsOf(line).join('|')}\r\n`).join('')
}

function columnsOf(line: DiotLine): readonly string[] {
  const isForeign = line.tipo_tercero === '05'
  const party = [
    line.tipo_tercero,
    line.tipo_operacion,
    rfcOf(line),
    isForeign ? plain(line.identificacion_fiscal) : '',
    isForeign ? plain(line.nombre_extranjero) : '',
    isForeign ? plain(line.pais) : '',
    isForeign ? plain(line.lugar_jurisdiccion) : '',
  ]
  const amounts = DIOT_AMOUNTS.map((name) => pesos(line.importes[name] ?? null))
  return [...party, ...amounts, line.efectos_fiscales ? '01' : '02']
}

/** Whoever is abroad has none: the generic RFC is nobody's. */
function rfcOf({ tipo_tercero: kind, rfc }: DiotLine): string {
  return kind === '15' || (kind === '05' && rfc === FOREIGN_RFC) ? '' : plain(rfc)
}

/** The separator, and what begins another line, cannot be part of a value. */
function plain(text: string | null): string {
  return (text ?? '').replaceAll(/[|\s]+/g, ' ').trim()
}

/** Half a peso is rounded up. */
function pesos(amount: string | null): string {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount ?? '0') ?? []
  const rounded = BigInt(whole) + (fraction >= '5' ? 1n : 0n)
  return rounded === 0n ? '' : `${sign}${rounded}`
}
