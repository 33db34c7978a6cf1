/** What says how much of a sale was sold, and how much of it left. */
export const SALES_TO_DELIVER_MODELS = ['Venta', 'VentaPartida'] as const
