import { atUnitCost, share, unitCost } from '../../quantity.ts'
import type { CostMethod } from '../store/stock-facts.ts'

export function hasLayers(method: CostMethod): boolean {
  return method === 'peps' || method === 'ueps' || method === 'identificado'
}

/** What one entry brought and is still there. */
export interface CostLayer {
  /** Its CapaCosto; null while it is new. */
  readonly id: string | null
  /** The line that brought it, by the key that the plan gives to lines. */
  readonly line: string
  readonly serie: string | null
  /** What it brought. */
  readonly original: { readonly cantidad: bigint; readonly importe: bigint }
  /** What is left. */
  cantidad: bigint
  importe: bigint
}

/** Stock that is valued as one: quantity in millionths, value in cents, of an article in a warehouse. */
export interface CostPool {
  readonly method: CostMethod
  /** The standard cost of one, in millionths of the currency. */
  readonly standard: bigint | null
  cantidad: bigint
  importe: bigint
  /** What one costs, or did cost when there last was one, in millionths of the currency. */
  costo: bigint
  /** Oldest first. */
  layers: CostLayer[]
}

export interface Taken {
  readonly layer: CostLayer
  readonly cantidad: bigint
  readonly importe: bigint
}

export interface Leaving {
  readonly cantidad: bigint
  /** The value that is claimed, as by a reversal; null: what the stock costs. */
  readonly importe: bigint | null
  readonly serie: string | null
  /** The line whose layer goes first. */
  readonly reversa: string | null
  /** Called before a layer changes. */
  readonly touch: (layer: CostLayer) => void
}

/**
 * Takes a quantity out of a pool. Each exit gets its share of what is there, rounded; the last one gets all that is
 * left, so that nothing of value stays without quantity. Below zero it costs what one last did.
 */
export function leave(
  pool: CostPool,
  leaving: Leaving,
): { readonly value: bigint; readonly variance: bigint; readonly taken: readonly Taken[] } {
  const taken = hasLayers(pool.method) ? takeLayers(pool, leaving) : []
  const value = hasLayers(pool.method)
    ? layeredValue(pool, leaving.cantidad, taken)
    : averageValue(pool, leaving)
  pool.cantidad -= leaving.cantidad
  pool.importe -= value
  if (pool.cantidad > 0n) pool.costo = unitCost(pool.importe, pool.cantidad)
  return { value, variance: (leaving.importe ?? value) - value, taken }
}

function averageValue({ cantidad, importe, costo }: CostPool, leaving: Leaving): bigint {
  const part = leaving.cantidad
  if (part === cantidad) return importe
  if (part < cantidad) {
    if (leaving.importe === null) return share(importe, part, cantidad)
    // What is claimed, as far as the stock holds that much.
    return leaving.importe < importe ? leaving.importe : importe
  }
  const here = cantidad > 0n ? cantidad : 0n
  const ofHere = cantidad > 0n ? importe : 0n
  return (
    ofHere +
    (leaving.importe === null || here > 0n ? atUnitCost(part - here, costo) : leaving.importe)
  )
}

/** What the layers gave, and the rest at what one last cost. */
function layeredValue(pool: CostPool, cantidad: bigint, taken: readonly Taken[]): bigint {
  const given = taken.reduce((sum, part) => sum + part.importe, 0n)
  if (cantidad === pool.cantidad) return pool.importe
  const rest = cantidad - taken.reduce((sum, part) => sum + part.cantidad, 0n)
  return given + atUnitCost(rest, pool.costo)
}

function takeLayers(
  pool: CostPool,
  { cantidad, serie, reversa, touch }: Leaving,
): readonly Taken[] {
  const taken: Taken[] = []
  let rest = cantidad
  for (const layer of inOrder(pool, serie, reversa)) {
    if (rest === 0n) break
    const part = layer.cantidad < rest ? layer.cantidad : rest
    if (part <= 0n) continue
    const importe =
      part === layer.cantidad ? layer.importe : share(layer.importe, part, layer.cantidad)
    touch(layer)
    layer.cantidad -= part
    layer.importe -= importe
    rest -= part
    taken.push({ layer, cantidad: part, importe })
  }
  return taken
}

function inOrder(
  { method, layers }: CostPool,
  serie: string | null,
  reversa: string | null,
): readonly CostLayer[] {
  const byAge = method === 'ueps' ? layers.toReversed() : layers
  const isFirst = (layer: CostLayer) =>
    (reversa !== null && layer.line === reversa) ||
    (method === 'identificado' && serie !== null && layer.serie === serie)
  return [...byAge.filter(isFirst), ...byAge.filter((layer) => !isFirst(layer))]
}

export interface Entering {
  readonly cantidad: bigint
  /** What it costs; null: what the stock costs. */
  readonly importe: bigint | null
  readonly line: string
  readonly serie: string | null
  /** Whether it has its value already: what changes its place or comes back. */
  readonly keepsValue: boolean
  /** What the exit that this entry reverses had taken from layers. */
  readonly returned: readonly Taken[]
}

/**
 * Puts a quantity into a pool. Stock below zero is filled up at the value that it was taken out at, and standard cost
 * takes no other value than the standard; what is left of the cost is a variance.
 */
export function enter(
  pool: CostPool,
  entering: Entering,
): { readonly value: bigint; readonly variance: bigint; readonly layer: CostLayer | null } {
  const { cantidad } = entering
  const cost = entering.importe ?? costOf(pool, cantidad)
  const worth = worthOf(pool, entering, cost)
  const { filled, ofFilled, atFilled } = fill(pool, cantidad, worth)
  const value = worth - ofFilled + atFilled
  pool.cantidad += cantidad
  pool.importe += value
  const layer = hasLayers(pool.method)
    ? stack(pool, entering, { cantidad: cantidad - filled, importe: worth - ofFilled })
    : null
  if (pool.cantidad > 0n) pool.costo = unitCost(pool.importe, pool.cantidad)
  return { value, variance: cost - value, layer }
}

function costOf({ cantidad: there, importe, costo }: CostPool, cantidad: bigint): bigint {
  return there > 0n ? share(importe, cantidad, there) : atUnitCost(cantidad, costo)
}

/** Standard cost takes the standard for what is new. */
function worthOf({ method, standard }: CostPool, { cantidad, keepsValue }: Entering, cost: bigint) {
  const isStandard = method === 'estandar' && standard !== null && !keepsValue
  return isStandard ? atUnitCost(cantidad, standard) : cost
}

/** How much of an entry fills up what was below zero, what that part cost, and what stock takes it at. */
function fill({ cantidad: there, importe }: CostPool, cantidad: bigint, worth: bigint) {
  if (there >= 0n) return { filled: 0n, ofFilled: 0n, atFilled: 0n }
  const filled = cantidad < -there ? cantidad : -there
  const ofFilled = filled === cantidad ? worth : share(worth, filled, cantidad)
  const atFilled = filled === -there ? -importe : share(-importe, filled, -there)
  return { filled, ofFilled, atFilled }
}

/** What comes back goes to the layers that it was taken from; anything else is a new layer. */
function stack(
  pool: CostPool,
  { returned, line, serie }: Entering,
  rest: { readonly cantidad: bigint; readonly importe: bigint },
): CostLayer | null {
  const sum = returned.reduce((all, part) => all + part.cantidad, 0n)
  const value = returned.reduce((all, part) => all + part.importe, 0n)
  const isOfPool = returned.every(({ layer }) => pool.layers.includes(layer))
  const isAll = returned.length > 0 && sum === rest.cantidad && value === rest.importe
  if (isOfPool && isAll) {
    for (const { layer, cantidad, importe } of returned) {
      layer.cantidad += cantidad
      layer.importe += importe
    }
    return null
  }
  if (rest.cantidad === 0n) return null
  const layer = { id: null, line, serie, original: rest, ...rest }
  pool.layers.push(layer)
  return layer
}
