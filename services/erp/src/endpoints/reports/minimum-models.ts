/** What says how much of an article a warehouse should have, and what it has. */
export const MINIMUM_MODELS = ['ArticuloAlmacen', 'Existencia', 'Articulo', 'Almacen'] as const
