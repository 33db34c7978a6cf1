/** Name and surnames as one, with single spaces. */
export function fullName(nombre: string, apellidos: string): string {
  return `${nombre} ${apellidos}`.replaceAll(/\s+/g, ' ').trim()
}

// Particles that the RFC and the CURP skip.
const PARTICLES = new Set([
  'DA',
  'DAS',
  'DE',
  'DEL',
  'DER',
  'DI',
  'DIE',
  'DD',
  'EL',
  'LA',
  'LAS',
  'LE',
  'LES',
  'LOS',
  'MAC',
  'MC',
  'VAN',
  'VON',
  'Y',
])

/** The first letter of this person's RFC: that of the first surname, without particles and accents. */
export function firstLetter(apellidos: string): string {
  const words = plain(apellidos).split(/\s+/)
  const word = words.find((candidate) => !PARTICLES.has(candidate)) ?? words[0] ?? ''
  return word.charAt(0)
}

function plain(text: string): string {
  // ñ is a letter of its own in an RFC; every other mark is dropped.
  return text
    .toUpperCase()
    .replaceAll('Ñ', '\u0000')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('\u0000', 'Ñ')
    .trim()
}
