// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of ventas and others move its documents to where. */
export const VENTAS_MOVES = {
  AnticipoVenta: [
    { from: ['por_validar'], to: 'pendiente', by: 'reconocer_saldo' },
    { from: ['pendiente'], to: 'pendiente', by: 'timbrar_anticipo' },
    { from: ['pendiente'], to: 'pendiente', by: 'cancelar_cfdi' },
    { from: ['devuelto'], to: 'pendiente', by: 'cancelar_reembolso' },
    { from: ['pendiente', 'aplicado_parcial'], to: 'aplicado_parcial', by: 'aplicar_anticipo' },
    { from: ['devuelto'], to: 'aplicado_parcial', by: 'cancelar_reembolso' },
    { from: ['pendiente', 'aplicado_parcial'], to: 'aplicado', by: 'aplicar_anticipo' },
    { from: ['pendiente', 'aplicado_parcial'], to: 'devuelto', by: 'reembolsar_anticipo' },
    { from: ['por_validar', 'pendiente'], to: 'cancelado', by: 'cancelar_anticipo' },
  ],
  Cotizacion: [
    { from: ['borrador'], to: 'enviada', by: 'enviar_cotizacion' },
    { from: ['enviada', 'vencida'], to: 'borrador', by: 'regresar_cotizacion' },
    { from: ['borrador', 'enviada'], to: 'aceptada', by: 'aceptar_cotizacion' },
    { from: ['borrador', 'enviada'], to: 'rechazada', by: 'rechazar_cotizacion' },
    { from: ['borrador', 'enviada'], to: 'vencida', by: 'vencer_cotizacion' },
    { from: ['borrador', 'enviada', 'vencida'], to: 'cancelada', by: 'cancelar_cotizacion' },
  ],
  DevolucionVenta: [
    { from: ['recibida'], to: 'acreditada', by: 'timbrar_nota_credito' },
    { from: ['solicitada'], to: 'autorizada', by: 'autorizar_devolucion' },
    { from: ['solicitada', 'autorizada'], to: 'rechazada', by: 'rechazar_devolucion' },
    { from: ['autorizada'], to: 'recibida', by: 'recibir_devolucion' },
    { from: ['solicitada', 'autorizada', 'recibida'], to: 'cancelada', by: 'cancelar_devolucion' },
  ],
  LineaCreditoCliente: [
    { from: ['solicitada', 'autorizada', 'suspendida'], to: 'autorizada', by: 'autorizar_linea' },
    { from: ['autorizada'], to: 'suspendida', by: 'suspender_linea' },
    { from: ['solicitada'], to: 'rechazada', by: 'rechazar_linea' },
    { from: ['solicitada', 'autorizada', 'suspendida'], to: 'cancelada', by: 'cancelar_linea' },
  ],
  NotaCreditoVenta: [
    { from: ['borrador'], to: 'aplicada', by: 'timbrar_nota_credito' },
    { from: ['borrador', 'aplicada'], to: 'cancelada', by: 'cancelar_nota_credito' },
  ],
  RemisionVenta: [
    { from: ['borrador', 'surtida'], to: 'entregada', by: 'entregar' },
    { from: ['borrador', 'surtida', 'entregada'], to: 'cancelada', by: 'cancelar_remision' },
  ],
  Venta: [
    { from: ['borrador'], to: 'confirmada', by: 'confirmar_venta' },
    { from: ['confirmada'], to: 'confirmada', by: 'entregar' },
    { from: ['confirmada'], to: 'facturada', by: 'timbrar_venta' },
    { from: ['facturada'], to: 'facturada', by: 'entregar' },
    { from: ['pagada'], to: 'pagada', by: 'entregar' },
    { from: ['confirmada'], to: 'borrador', by: 'regresar_venta' },
    { from: ['borrador', 'confirmada', 'facturada'], to: 'cancelada', by: 'cancelar_venta' },
  ],
  VentaAutorizacion: [
    { from: ['pendiente', 'autorizada'], to: 'autorizada', by: 'autorizar_excepcion' },
    { from: ['pendiente', 'autorizada'], to: 'rechazada', by: 'rechazar_excepcion' },
  ],
} as const
