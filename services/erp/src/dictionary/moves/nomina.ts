// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of nomina and others move its documents to where. */
export const NOMINA_MOVES = {
  LoteIdse: [
    { from: ['generado'], to: 'enviado', by: 'enviar_lote' },
    { from: ['enviado'], to: 'respondido', by: 'registrar_respuesta' },
    { from: ['enviado'], to: 'con_rechazos', by: 'registrar_respuesta' },
    { from: ['generado'], to: 'cancelado', by: 'cancelar_lote' },
  ],
  Nomina: [
    { from: ['borrador', 'calculada'], to: 'calculada', by: 'calcular_nomina' },
    { from: ['calculada'], to: 'borrador', by: 'descartar_calculo' },
    { from: ['calculada'], to: 'autorizada', by: 'autorizar_nomina' },
    { from: ['autorizada'], to: 'calculada', by: 'regresar_nomina' },
    { from: ['autorizada', 'timbrada'], to: 'pagada', by: 'pagar_nomina' },
    { from: ['pagada'], to: 'autorizada', by: 'cancelar_pago_nomina' },
    { from: ['pagada'], to: 'timbrada', by: 'cancelar_pago_nomina' },
    { from: ['autorizada'], to: 'timbrada', by: 'timbrar_nomina' },
  ],
  PeriodoNomina: [{ from: ['futuro'], to: 'abierto', by: 'abrir_periodo' }],
  PrestamoEmpleado: [
    { from: ['solicitado', 'autorizado'], to: 'vigente', by: 'otorgar_prestamo' },
    { from: ['vigente'], to: 'vigente', by: 'abonar_prestamo' },
    { from: ['vigente'], to: 'liquidado', by: 'abonar_prestamo' },
    { from: ['solicitado', 'autorizado', 'vigente'], to: 'cancelado', by: 'cancelar_prestamo' },
  ],
  ReciboNomina: [
    { from: ['calculado', 'cancelado'], to: 'timbrado', by: 'timbrar_recibo' },
    { from: ['timbrado'], to: 'timbrado', by: 'sustituir_recibo' },
    { from: ['timbrado'], to: 'cancelado', by: 'cancelar_recibo' },
  ],
} as const
