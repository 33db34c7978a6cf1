// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of compras and others move its documents to where. */
export const COMPRAS_MOVES = {
  Compra: [
    { from: ['iniciada', 'en_autorizacion'], to: 'autorizada', by: 'autorizar_compra' },
    { from: ['iniciada', 'en_autorizacion'], to: 'en_autorizacion', by: 'autorizar_compra' },
    { from: ['en_autorizacion', 'autorizada'], to: 'iniciada', by: 'cambiar_iniciada' },
    {
      from: ['iniciada', 'en_autorizacion', 'autorizada', 'recibida_parcial', 'recibida'],
      to: 'cancelada',
      by: 'cancelar_compra',
    },
    { from: ['autorizada', 'recibida_parcial'], to: 'recibida', by: 'recibir_compra' },
    { from: ['autorizada', 'recibida_parcial'], to: 'recibida_parcial', by: 'recibir_compra' },
    { from: ['autorizada', 'recibida_parcial', 'recibida'], to: 'cerrada', by: 'cerrar_compra' },
  ],
  DevolucionCompra: [
    { from: ['borrador'], to: 'autorizada', by: 'autorizar_devolucion' },
    { from: ['autorizada'], to: 'enviada', by: 'devolver_compra' },
    { from: ['acreditada'], to: 'enviada', by: 'cancelar_nota_credito' },
    { from: ['enviada'], to: 'acreditada', by: 'registrar_nota_credito' },
    { from: ['borrador', 'autorizada', 'enviada'], to: 'cancelada', by: 'cancelar_devolucion' },
  ],
  ProveedorCuentaBancaria: [
    { from: ['pendiente'], to: 'validada', by: 'validar_cuenta' },
    { from: ['validada', 'rechazada', 'baja'], to: 'pendiente', by: 'invalidar_cuenta' },
    { from: ['pendiente'], to: 'rechazada', by: 'rechazar_cuenta' },
    { from: ['pendiente', 'validada', 'rechazada'], to: 'baja', by: 'dar_de_baja_cuenta' },
  ],
  RecepcionCompra: [
    { from: ['borrador', 'en_inspeccion'], to: 'aplicada', by: 'recibir_compra' },
    { from: ['borrador', 'en_inspeccion', 'aplicada'], to: 'cancelada', by: 'cancelar_recepcion' },
  ],
  RecepcionServicio: [
    { from: ['borrador'], to: 'aceptada', by: 'recibir_compra' },
    { from: ['aceptada'], to: 'rechazada', by: 'cancelar_recepcion' },
  ],
  RequisicionCompra: [
    { from: ['solicitada'], to: 'autorizada', by: 'autorizar_requisicion' },
    { from: ['solicitada'], to: 'rechazada', by: 'rechazar_requisicion' },
    { from: ['autorizada', 'cotizada'], to: 'surtida', by: 'comprar_requisicion' },
    { from: ['surtida'], to: 'autorizada', by: 'reabrir_requisicion' },
  ],
} as const
