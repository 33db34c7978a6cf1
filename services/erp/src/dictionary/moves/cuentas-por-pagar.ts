// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of cuentas-por-pagar and others move its documents to where. */
export const CUENTAS_POR_PAGAR_MOVES = {
  AnticipoProveedor: [
    { from: ['por_validar'], to: 'pendiente', by: 'reconocer_saldo' },
    { from: ['aplicado_parcial', 'aplicado'], to: 'pendiente', by: 'cancelar_aplicacion' },
    { from: ['por_validar', 'pendiente'], to: 'cancelado', by: 'cancelar_anticipo' },
    { from: ['pendiente', 'aplicado_parcial'], to: 'aplicado_parcial', by: 'aplicar_anticipo' },
    { from: ['aplicado'], to: 'aplicado_parcial', by: 'cancelar_aplicacion' },
    { from: ['pendiente', 'aplicado_parcial'], to: 'aplicado', by: 'aplicar_anticipo' },
  ],
  CuentaPorPagar: [
    { from: ['por_validar'], to: 'autorizada', by: 'autorizar_factura' },
    { from: ['por_validar'], to: 'autorizada', by: 'reconocer_saldo' },
    { from: ['por_validar', 'autorizada'], to: 'cancelada', by: 'cancelar_factura' },
    { from: ['autorizada'], to: 'programada', by: 'autorizar_programacion' },
    { from: ['autorizada', 'programada', 'pagada_parcial'], to: 'pagada_parcial', by: 'pagar' },
    {
      from: ['autorizada', 'programada', 'pagada_parcial'],
      to: 'pagada_parcial',
      by: 'registrar_nota_credito',
    },
    {
      from: ['autorizada', 'programada', 'pagada_parcial'],
      to: 'pagada_parcial',
      by: 'aplicar_nota_credito',
    },
    { from: ['autorizada', 'programada', 'pagada_parcial'], to: 'pagada', by: 'pagar' },
    {
      from: ['autorizada', 'programada', 'pagada_parcial'],
      to: 'pagada',
      by: 'registrar_nota_credito',
    },
    {
      from: ['autorizada', 'programada', 'pagada_parcial'],
      to: 'pagada',
      by: 'aplicar_nota_credito',
    },
  ],
  NotaCreditoProveedor: [
    { from: ['aplicada'], to: 'vigente', by: 'cancelar_reembolso' },
    { from: ['vigente'], to: 'aplicada', by: 'aplicar_nota_credito' },
    { from: ['vigente'], to: 'aplicada', by: 'cobrar_reembolso' },
    { from: ['por_validar', 'vigente', 'aplicada'], to: 'cancelada', by: 'cancelar_nota_credito' },
  ],
  PagoProveedor: [
    { from: ['borrador'], to: 'autorizado', by: 'autorizar_pago' },
    { from: ['autorizado'], to: 'borrador', by: 'regresar_pago' },
    { from: ['autorizado'], to: 'enviado', by: 'enviar_pago' },
    { from: ['autorizado', 'enviado'], to: 'rechazado', by: 'rechazar_pago' },
    { from: ['borrador', 'autorizado', 'enviado'], to: 'aplicado', by: 'pagar' },
    {
      from: ['borrador', 'autorizado', 'rechazado', 'aplicado'],
      to: 'cancelado',
      by: 'cancelar_pago',
    },
  ],
  ProgramacionPago: [
    { from: ['borrador'], to: 'en_autorizacion', by: 'solicitar_autorizacion' },
    { from: ['en_autorizacion'], to: 'autorizada', by: 'autorizar_programacion' },
    { from: ['en_autorizacion'], to: 'borrador', by: 'rechazar_programacion' },
    { from: ['autorizada'], to: 'pagada', by: 'pagar_programacion' },
    {
      from: ['borrador', 'en_autorizacion', 'autorizada'],
      to: 'cancelada',
      by: 'cancelar_programacion',
    },
  ],
} as const
