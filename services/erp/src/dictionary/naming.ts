/** PostgreSQL cuts longer identifiers off without an error. */
export const MAX_IDENTIFIER_BYTES = 63

/** `CompraPartida` becomes `compra_partida`, `EvaluacionNom035` `evaluacion_nom035`. */
export function snakeCase(modelName: string): string {
  return modelName.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
}

/**
 * A name for an index or constraint that fits PostgreSQL's limit and stays the same on every machine:
 * where it has to be cut, a hash of the whole name keeps two long names apart.
 */
export function constraintName(table: string, fields: readonly string[], suffix: string): string {
  const whole = [table, ...fields, suffix].join('_')
  if (whole.length <= MAX_IDENTIFIER_BYTES) return whole
  const tail = `_${fnv1a(whole)}_${suffix}`
  return whole.slice(0, MAX_IDENTIFIER_BYTES - tail.length) + tail
}

function fnv1a(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01_00_01_93) >>> 0
  }
  return hash.toString(36)
}
