/** The counters of rows of CompromisoPresupuesto. */
export const COMMITMENT_ID = 'compromiso_presupuesto'
export const COMMITMENT_FOLIO = 'folio:compromiso_presupuesto'

/** `CP-26-000001`. */
export function commitmentFolio(today: string, number: number): string {
  return `CP-${today.slice(2, 4)}-${String(number).padStart(6, '0')}`
}
