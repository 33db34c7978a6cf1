/** The country's zones by IANA's names, which know when the northern border has summer time. */
export type MexicanZone =
  | 'America/Mexico_City'
  | 'America/Cancun'
  | 'America/Mazatlan'
  | 'America/Hermosillo'
  | 'America/Tijuana'
  | 'America/Ciudad_Juarez'
  | 'America/Ojinaga'
  | 'America/Matamoros'

interface ZoneRange {
  readonly from: number
  readonly to: number
  readonly zone: MexicanZone
}

// Postal codes by state, and the border's municipalities with summer time; the first range that holds a code wins.
const RANGES: readonly ZoneRange[] = [
  { from: 21000, to: 22999, zone: 'America/Tijuana' },
  { from: 23000, to: 23999, zone: 'America/Mazatlan' },
  // Bahía de Banderas keeps the time of Puerto Vallarta.
  { from: 63726, to: 63739, zone: 'America/Mexico_City' },
  { from: 63000, to: 63999, zone: 'America/Mazatlan' },
  { from: 80000, to: 82999, zone: 'America/Mazatlan' },
  { from: 83000, to: 85999, zone: 'America/Hermosillo' },
  { from: 77000, to: 77999, zone: 'America/Cancun' },
  { from: 32000, to: 32699, zone: 'America/Ciudad_Juarez' },
  { from: 32880, to: 32899, zone: 'America/Ojinaga' },
  // Acuña, Piedras Negras, and the north of Nuevo León and Tamaulipas.
  { from: 26000, to: 26299, zone: 'America/Matamoros' },
  { from: 65000, to: 65099, zone: 'America/Matamoros' },
  { from: 87300, to: 87599, zone: 'America/Matamoros' },
  { from: 88000, to: 88999, zone: 'America/Matamoros' },
]

/** The zone of a postal code; most of the country keeps the time of its centre. */
export function zoneOfPostalCode(codigoPostal: string): MexicanZone {
  const code = Number(codigoPostal)
  return RANGES.find(({ from, to }) => code >= from && code <= to)?.zone ?? 'America/Mexico_City'
}

/** An instant as a CFDI writes it: local time at a place, without the zone. */
export function localTime(ms: number, zone: MexicanZone): string {
  const parts = new Map<string, string>(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const at = (name: string) => parts.get(name) ?? ''
  return `${at('year')}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}:${at('second')}`
}

const FORM = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

// Making one takes a hundred times as long as using it. There are as many as zones.
const formats = new Map<MexicanZone, Intl.DateTimeFormat>()

function formatOf(zone: MexicanZone): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', { ...FORM, timeZone: zone })
  formats.set(zone, made)
  return made
}

/** The instant of a local time at a place; where the clock shows it twice, one of the two. */
export function localMs(text: string, zone: MexicanZone): number {
  const asUtc = Date.parse(`${text}Z`)
  const offset = Date.parse(`${localTime(asUtc, zone)}Z`) - asUtc
  const guess = asUtc - offset
  // Near a change of the clock the first guess used the offset of the other side.
  return asUtc - (Date.parse(`${localTime(guess, zone)}Z`) - guess)
}
