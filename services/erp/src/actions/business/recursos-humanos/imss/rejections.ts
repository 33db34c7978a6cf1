/** A movement that the IMSS did not take, as somebody reads it from its answer. */
export interface Rejection {
  readonly nss: string
  /** Null: whichever there is of that worker. */
  readonly tipo: string | null
  readonly motivo: string
}

const MAX_REASON = 250

/** The list as JSON; null: it is none. */
export function readRejections(given: unknown): readonly Rejection[] | null {
  const parsed: unknown = typeof given === 'string' ? parseJson(given) : given
  if (!Array.isArray(parsed)) return null
  const rejections = parsed.map((item) => rejectionOf(item))
  return rejections.every((rejection) => rejection !== null) ? rejections : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rejectionOf(item: unknown): Rejection | null {
  if (typeof item !== 'object' || item === null) return null
  const fields = new Map<string, unknown>(Object.entries(item))
  const [nss, tipo = null, motivo = ''] = ['nss', 'tipo', 'motivo'].map((name) => fields.get(name))
  if (typeof nss !== 'string' || typeof motivo !== 'string') return null
  if (tipo !== null && typeof tipo !== 'string') return null
  return { nss, tipo, motivo: motivo.slice(0, MAX_REASON) }
}

interface Told {
  readonly id: string
  readonly 'empleado.asociado.nss': string | null
  readonly 'tipo.clave': string
}

/** Which movements of a batch were rejected and why, and what fits none. */
export function rejectionsIn(
  movements: readonly Told[],
  rejections: readonly Rejection[],
): {
  readonly rejected: ReadonlyMap<string, string>
  readonly unknown: readonly Rejection[]
} {
  const rejected = new Map<string, string>()
  const unknown: Rejection[] = []
  for (const rejection of rejections) {
    const { nss, tipo, motivo } = rejection
    const fitting = movements.filter(
      (movement) =>
        movement['empleado.asociado.nss'] === nss &&
        (tipo === null || movement['tipo.clave'] === tipo),
    )
    if (fitting.length === 0) unknown.push(rejection)
    for (const { id } of fitting) rejected.set(id, motivo)
  }
  return { rejected, unknown }
}
