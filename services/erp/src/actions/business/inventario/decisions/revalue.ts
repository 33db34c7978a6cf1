import { share, unitCost } from '../../quantity.ts'
import type { CostLayer, CostPool } from './costing.ts'

/**
 * Changes what a pool is worth without moving anything, by an amount in cents that leaves it worth nothing at least. Its
 * layers have their parts of it: of more value by what they hold, of less by what they are worth, so that none is worth
 * less than nothing. Returns the layers that changed.
 */
export function revaluePool(
  pool: CostPool,
  change: bigint,
  touch: (layer: CostLayer) => void,
): readonly CostLayer[] {
  pool.importe += change
  pool.costo = unitCost(pool.importe, pool.cantidad)
  const weight = ({ cantidad, importe }: CostLayer) => (change > 0n ? cantidad : importe)
  const layers = pool.layers.filter((layer) => weight(layer) > 0n)
  let rest = change
  let whole = layers.reduce((sum, layer) => sum + weight(layer), 0n)
  for (const layer of layers) {
    touch(layer)
    const own = weight(layer)
    const part = share(rest, own, whole)
    layer.importe += part
    rest -= part
    whole -= own
  }
  return layers
}
