// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of inventario and others move its documents to where. */
export const INVENTARIO_MOVES = {
  AjusteInventario: [
    { from: ['solicitado'], to: 'autorizado', by: 'autorizar_ajuste' },
    { from: ['solicitado'], to: 'rechazado', by: 'rechazar_ajuste' },
    { from: ['autorizado'], to: 'aplicado', by: 'aplicar_ajuste' },
    { from: ['solicitado', 'autorizado', 'aplicado'], to: 'cancelado', by: 'cancelar_ajuste' },
  ],
  CierreInventario: [
    { from: ['abierto', 'conciliado'], to: 'cerrado', by: 'cerrar_inventario' },
    { from: ['cerrado'], to: 'abierto', by: 'reabrir_inventario' },
  ],
  InventarioFisico: [
    { from: ['preparado'], to: 'en_conteo', by: 'iniciar_conteo' },
    { from: ['en_conteo'], to: 'en_revision', by: 'cerrar_conteo' },
    { from: ['en_revision'], to: 'ajustado', by: 'ajustar_conteo' },
    { from: ['preparado', 'en_conteo', 'en_revision'], to: 'cancelado', by: 'cancelar_conteo' },
  ],
  MermaInventario: [
    { from: ['reportada'], to: 'autorizada', by: 'autorizar_merma' },
    { from: ['autorizada'], to: 'reportada', by: 'regresar_merma' },
    { from: ['reportada', 'autorizada'], to: 'rechazada', by: 'rechazar_merma' },
    { from: ['autorizada'], to: 'aplicada', by: 'aplicar_merma' },
    { from: ['aplicada'], to: 'cancelada', by: 'cancelar_merma' },
  ],
  MovimientoInventario: [
    { from: ['borrador'], to: 'aplicado', by: 'aplicar_movimiento' },
    { from: ['borrador', 'aplicado'], to: 'cancelado', by: 'cancelar_movimiento' },
  ],
  RevaluacionInventario: [
    { from: ['borrador'], to: 'autorizada', by: 'autorizar_revaluacion' },
    { from: ['autorizada'], to: 'borrador', by: 'regresar_revaluacion' },
    { from: ['autorizada'], to: 'aplicada', by: 'aplicar_revaluacion' },
    { from: ['aplicada'], to: 'cancelada', by: 'cancelar_revaluacion' },
  ],
  SolicitudMaterial: [
    { from: ['autorizado', 'surtido_parcial'], to: 'surtido_parcial', by: 'surtir_solicitud' },
    { from: ['autorizado', 'surtido_parcial'], to: 'surtido', by: 'surtir_solicitud' },
    { from: ['solicitado'], to: 'autorizado', by: 'autorizar_solicitud' },
    { from: ['surtido_parcial', 'surtido'], to: 'autorizado', by: 'devolver_surtido' },
    { from: ['borrador'], to: 'solicitado', by: 'solicitar_material' },
    { from: ['solicitado'], to: 'borrador', by: 'regresar_solicitud' },
    { from: ['solicitado'], to: 'rechazado', by: 'rechazar_solicitud' },
    { from: ['borrador', 'solicitado', 'autorizado'], to: 'cancelado', by: 'cancelar_solicitud' },
  ],
  TraspasoAlmacen: [
    { from: ['borrador', 'autorizado'], to: 'en_transito', by: 'enviar_traspaso' },
    { from: ['en_transito', 'recibido_parcial'], to: 'recibido', by: 'recibir_traspaso' },
    { from: ['en_transito', 'recibido_parcial'], to: 'recibido_parcial', by: 'recibir_traspaso' },
    { from: ['borrador', 'autorizado', 'en_transito'], to: 'cancelado', by: 'cancelar_traspaso' },
    { from: ['recibido_parcial'], to: 'recibido', by: 'cancelar_traspaso' },
  ],
} as const
