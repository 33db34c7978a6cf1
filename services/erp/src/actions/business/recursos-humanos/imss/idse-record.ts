/** What the IMSS is told of a worker in one record of a file. */
export interface IdseMovement {
  /** The employer's registration with its check digit, 11 characters. */
  readonly registro: string
  /** With its check digit, 11 digits. */
  readonly nss: string
  readonly apellidos: string
  readonly nombre: string
  readonly curp: string
  /** The base of contributions with two decimals; none for who leaves. */
  readonly salario: string | null
  readonly tipoTrabajador: string | null
  readonly tipoSalario: string | null
  readonly jornada: string | null
  /** `YYYY-MM-DD`. */
  readonly fecha: string
  readonly unidadMedica: string | null
  readonly tipo: '02' | '07' | '08'
  /** The number that the subdelegation gave the employer for its batches. */
  readonly guia: string
  /** By which the employer knows the worker. */
  readonly clave: string
  readonly causaBaja: string | null
}

const FORMAT = '9'
const NAME = 27

/**
 * One record of a file for IDSE, 168 bytes in ISO 8859-1: fixed columns, accents dropped, in capitals.
 *
 * | from | length | 08 | 07 | 02 |
 * |---|---|---|---|---|
 * | 1, 12 | 11, 11 | registration, NSS | same | same |
 * | 23, 50, 77 | 27 each | surnames, name | same | same |
 * | 104 | 6 | base in cents | same | zeros to 118 |
 * | 110 | 6 | blank | blank | |
 * | 116, 117, 118 | 1 each | kind of worker, of wage, of week | same | |
 * | 119 | 8 | day, `DDMMAAAA` | same | same |
 * | 127 | 3 | clinic | blank | blank |
 * | 130 | 2 | blank | blank | blank |
 * | 132, 134, 139 | 2, 5, 10 | kind, guide, worker's key | same | same |
 * | 149 | 1 | blank | blank | cause |
 * | 150, 168 | 18, 1 | CURP, 9 | CURP, 9 | blank, 9 |
 * @source docs/decisions/0296-erp-life-of-employees.md, "IDSE"
 */
export function idseRecord(movement: IdseMovement): string {
  const [first, second] = surnames(movement.apellidos)
  const who = [
    left(movement.registro, 11),
    left(movement.nss, 11),
    left(plain(first), NAME),
    left(plain(second), NAME),
    left(plain(movement.nombre), NAME),
  ]
  const [year, month, day] = movement.fecha.split('-')
  const what = [`${day}${month}${year}`, clinic(movement), '  ', movement.tipo]
  const key = [left(movement.guia, 5), left(movement.clave, 10)]
  return [...who, pay(movement), ...what, ...key, ending(movement), FORMAT].join('')
}

/** What stands from column 104 to 118. */
function pay({ tipo, salario, tipoTrabajador, tipoSalario, jornada }: IdseMovement): string {
  if (tipo === '02') return '0'.repeat(15)
  const cents = (salario ?? '').replace('.', '').padStart(6, '0')
  const kinds = [tipoTrabajador, tipoSalario, jornada].map((kind) => left(kind ?? '', 1))
  return [cents, ' '.repeat(6), ...kinds].join('')
}

function clinic({ tipo, unidadMedica }: IdseMovement): string {
  return tipo === '08' ? (unidadMedica ?? '').padStart(3, '0') : '   '
}

/** What stands from column 149 to 167. */
function ending({ tipo, causaBaja, curp }: IdseMovement): string {
  return tipo === '02' ? left(causaBaja ?? '', 1) + ' '.repeat(18) : ` ${left(curp, 18)}`
}

/** The record that ends a file: how many there are before it. */
export function idseTotal(count: number, guia: string): string {
  const counted = String(count).padStart(6, '0')
  return `${'*'.repeat(13)}${' '.repeat(43)}${counted}${' '.repeat(71)}${left(guia, 5)}${' '.repeat(29)}${FORMAT}`
}

// Words that belong to the surname that follows them.
const PARTICLES = new Set(
  'DA DAS DE DEL DER DI EL LA LAS LE LOS MAC MC VAN VON Y SAN SANTA'.split(' '),
)

/** The first surname and the rest, which is the second one. */
export function surnames(apellidos: string): readonly [first: string, second: string] {
  const words = apellidos.trim().split(/\s+/)
  const end = words.findIndex((word) => !PARTICLES.has(plain(word))) + 1
  return [words.slice(0, end).join(' '), words.slice(end).join(' ')]
}

function left(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, ' ')
}

/** In capitals, without accents; Ñ is a letter. What is neither letter, digit nor blank becomes a blank. */
function plain(text: string): string {
  return text
    .toUpperCase()
    .replaceAll('Ñ', '\u0000')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('\u0000', 'Ñ')
    .replaceAll(/[^A-Z0-9Ñ ]/g, ' ')
}
